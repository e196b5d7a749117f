/** A length of time or a monotonic moment, in milliseconds. Never mixed with {@link WallMs}. */
export type Ms = number & { readonly __unit?: "ms" };

/** Milliseconds since the Unix epoch. For records and people; never subtract two of them to measure time. */
export type WallMs = number & { readonly __unit?: "wallMs" };

/** Milliseconds of a second. */
export const SECOND_MS = 1_000;

/** `YYYY-MM-DD HH:MM:SS` in this program's time zone, of seconds since the epoch. */
export function localTime(seconds: number): string {
  const date = new Date(seconds * 1000);
  const two = (part: number): string => String(part).padStart(2, "0");
  const day = [String(date.getFullYear()), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":")}`;
}
