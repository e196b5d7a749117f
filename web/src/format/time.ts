const STEPS = [
  ["d", 86_400],
  ["h", 3_600],
  ["m", 60],
] as const;

/** `3d 4h`, `4h 12m`, `12m 5s`, `5s`: the two largest parts. */
export function durationOf(totalSeconds: number): string {
  const seconds = Math.max(0, Math.floor(totalSeconds));
  const at = STEPS.findIndex(([, size]) => seconds >= size);
  const step = STEPS[at];
  if (step === undefined) return `${seconds}s`;
  const [unit, size] = step;
  const [smaller, smallerSize] = STEPS[at + 1] ?? (["s", 1] as const);
  const rest = Math.floor((seconds % size) / smallerSize);
  return `${Math.floor(seconds / size)}${unit}${rest === 0 ? "" : ` ${rest}${smaller}`}`;
}

export function msOf(moment: string): number {
  return Date.parse(moment);
}

/** The time of day; with the day when it is not today's. */
export function momentOf(ms: number): string {
  const date = new Date(ms);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday ? date.toLocaleTimeString() : date.toLocaleString();
}
