const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The moment that `@14:05`, `@14:05:30` (the last time that it was so late) or `@-5m` (s, m, h, d ago) means. */
export function momentIn(text: string, nowMs: number): number | undefined {
  const [, amount, unit] = /^@-(\d{1,6})([smhd])$/.exec(text.trim()) ?? [];
  if (amount !== undefined && unit !== undefined) return nowMs - Number(amount) * (UNIT_MS[unit] ?? 0);
  const [, hour, minute, second = "0"] = /^@(\d{1,2}):(\d\d)(?::(\d\d))?$/.exec(text.trim()) ?? [];
  if (hour === undefined || minute === undefined) return undefined;
  const moment = new Date(nowMs);
  moment.setHours(Number(hour), Number(minute), Number(second), 0);
  return moment.getTime() > nowMs ? moment.setDate(moment.getDate() - 1) : moment.getTime();
}
