import { signalName, signalNumber } from "../../core/signals.ts";

const DURATION_UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };
const SIZE_UNITS: Readonly<Record<string, number>> = { "": 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

export type ParserName = "seconds" | "integer" | "duration" | "size" | "signal" | "pairs";

/** How the value of an option is read. Each throws with the words that follow `option … argument … is invalid.` */
export const PARSERS: Readonly<Record<ParserName, (text: string, previous: unknown) => unknown>> = {
  seconds: (text) => numberFrom(text, /^\d+(\.\d+)?$/, "Give seconds, for example 30 or 0.5."),
  integer: (text) => numberFrom(text, /^\d{1,15}$/, "Give a whole number, 0 or more."),
  duration,
  size,
  signal,
  pairs: (text, previous) => [...(Array.isArray(previous) ? previous.map(String) : []), pair(text)],
};

function numberFrom(text: string, shape: RegExp, advice: string): number {
  if (!shape.test(text)) throw invalid(advice);
  return Number(text);
}

/** Seconds of `90`, `90s`, `30m`, `12h`, `7d`, `2w`. */
function duration(text: string): number {
  const [, amount, unit = "s"] = /^(\d+(?:\.\d+)?)([smhdw])?$/.exec(text) ?? [];
  if (amount === undefined) throw invalid("Give a length of time, for example 90s, 30m, 12h or 7d.");
  return Number(amount) * (DURATION_UNITS[unit] ?? 1);
}

/** Bytes of `65536`, `64k`, `10M`, `1G` (powers of 1,024). */
function size(text: string): number {
  const [, amount, unit = ""] = /^(\d{1,12})([kmg])?$/i.exec(text) ?? [];
  if (amount === undefined) throw invalid("Give bytes, for example 65536, 64k, 10M or 1G.");
  return Number(amount) * (SIZE_UNITS[unit.toLowerCase()] ?? 1);
}

/** `SIGTERM` of `SIGTERM`, `term` or `15`. */
function signal(text: string): string {
  const name = signalName(Number(text)) ?? text.toUpperCase().replace(/^(SIG)?/, "SIG");
  if (signalNumber(name) === 0) throw invalid("Give a signal, for example TERM, SIGINT or 9.");
  return name;
}

function pair(text: string): string {
  if (/^[^=\0]+=/.test(text)) return text;
  throw invalid("Give NAME=VALUE, and -- in front of the command.");
}

/** An error that the parser takes for its own, by its code; it is not loaded for that. */
function invalid(advice: string): Error {
  return Object.assign(new Error(advice), { code: "commander.invalidArgument" });
}
