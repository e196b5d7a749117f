const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const UNITS = ["KiB", "MiB", "GiB", "TiB"] as const;

/** A length of time with its two largest units: `0.4s`, `12s`, `2m 4s`, `1h 5m`, `3d 4h`. */
export function duration(seconds: number): string {
  if (seconds < 10) return `${Math.max(0, Math.floor(seconds * 10) / 10)}s`;
  const whole = Math.floor(seconds);
  if (whole < MINUTE) return `${whole}s`;
  if (whole < HOUR) return twoUnits(whole, MINUTE, "ms");
  if (whole < DAY) return twoUnits(Math.floor(whole / MINUTE), HOUR / MINUTE, "hm");
  return twoUnits(Math.floor(whole / HOUR), DAY / HOUR, "dh");
}

/** A length of time with its largest unit: `12s`, `2m`, `1h`, `3d`. */
export function age(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < MINUTE) return `${whole}s`;
  if (whole < HOUR) return `${Math.floor(whole / MINUTE)}m`;
  if (whole < DAY) return `${Math.floor(whole / HOUR)}h`;
  return `${Math.floor(whole / DAY)}d`;
}

/** A number of bytes: `812 B`, `1.5 MiB`. */
export function bytes(count: number): string {
  if (count < 1024) return `${count} B`;
  const power = Math.min(UNITS.length, Math.floor(Math.log2(count) / 10));
  return `${(count / 1024 ** power).toFixed(1)} ${UNITS[power - 1]}`;
}

/** `1 process`, `2 processes`. */
export function countOf(count: number, singular: string, plural: string): string {
  return `${count} ${count === 1 ? singular : plural}`;
}

/** `units` are the letters of the larger and the smaller unit; `base` of the smaller make a larger one. */
function twoUnits(value: number, base: number, units: string): string {
  const rest = value % base;
  return `${Math.floor(value / base)}${units.charAt(0)}${rest ? ` ${rest}${units.charAt(1)}` : ""}`;
}
