/** The age that a notice tells: `45s`, `18m`, `18m5s`, `2h`, `2h3m`. Negative counts as 0; what is no number is `?`. */
export function formatAge(seconds: unknown): string {
  if (typeof seconds !== "number" || !Number.isFinite(seconds)) return "?";
  const { hours, minutes, rest } = split(seconds);
  if (hours > 0) return minutes > 0 ? `${hours}h${minutes}m` : `${hours}h`;
  if (minutes > 0) return rest > 0 ? `${minutes}m${rest}s` : `${minutes}m`;
  return `${rest}s`;
}

/** The uptime that a list shows, always in two parts from a minute on: `5s`, `3m 7s`, `2h 4m`. */
export function formatUptimeShort(seconds: number): string {
  const { hours, minutes, rest } = split(seconds);
  if (hours > 0) return `${hours}h ${minutes}m`;
  return minutes > 0 ? `${minutes}m ${rest}s` : `${rest}s`;
}

function split(seconds: number): { readonly hours: number; readonly minutes: number; readonly rest: number } {
  const whole = Math.max(0, Math.trunc(seconds));
  return { hours: Math.floor(whole / 3600), minutes: Math.floor(whole / 60) % 60, rest: whole % 60 };
}
