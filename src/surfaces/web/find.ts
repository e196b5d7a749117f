import type { Bellhop } from "../../core/contract.ts";
import { WEB_FIND_BYTES_MAX, WEB_FIND_HITS_MAX } from "../../core/limits.ts";
import { HttpError } from "./answer.ts";

export interface Found {
  /** Lines that contain the text, with their numbers from 0 over the log that is kept. */
  readonly hits: readonly { readonly line: number; readonly text: string }[];
  /** Where to go on: both are given back as `since` and `line`. */
  readonly cursor: number;
  readonly line: number;
  /** Whether there is more to look through. */
  readonly more: boolean;
}

interface Place {
  readonly cursor: number;
  readonly line: number;
}

/**
 * Looks through the log for lines that contain `text`, from a place on, and stops after so many bytes or hits: a page asks again
 * and shows meanwhile what is there. Unlike `log` with `grep` it tells where each line is. A text without capital letters is
 * found in any case.
 */
export async function find(bellhop: Bellhop, id: string, query: URLSearchParams): Promise<Found> {
  const text = query.get("text") ?? "";
  if (text === "") throw new HttpError(400, "text must be what to look for.");
  const isHit = matcher(text);
  const hits: { line: number; text: string }[] = [];
  let place: Place = { cursor: count(query, "since"), line: count(query, "line") };
  const last = place.cursor + WEB_FIND_BYTES_MAX;
  for (let more = true; more;) {
    const page = await bellhop.log(id, { since: place.cursor, consumeOutput: false });
    if (page.status === "not_found") throw new HttpError(404, page.error);
    const lines = page.output.replace(/\n$/, "").split("\n");
    const first = place.line + (place.cursor === 0 ? await linesLeftOut(bellhop, id, lines.length) : 0);
    for (const [at, one] of lines.entries()) if (isHit(one)) hits.push({ line: first + at, text: one });
    const isSame = page.cursor === place.cursor;
    place = { cursor: page.cursor, line: page.output === "" ? first : first + lines.length };
    more = page.more === true && !isSame;
    if (hits.length >= WEB_FIND_HITS_MAX || place.cursor >= last) return { hits, ...place, more };
  }
  return { hits, ...place, more: false };
}

function matcher(text: string): (line: string) => boolean {
  const lower = text.toLowerCase();
  return text === lower ? (line) => line.toLowerCase().includes(lower) : (line) => line.includes(text);
}

/** At the head of a log, what a shell says of itself is not shown, but counts as lines. */
async function linesLeftOut(bellhop: Bellhop, id: string, shown: number): Promise<number> {
  const raw = await bellhop.log(id, { since: 0, raw: true, consumeOutput: false });
  if (raw.status === "not_found" || raw.output === "") return 0;
  return Math.max(0, raw.output.replace(/\n$/, "").split("\n").length - shown);
}

function count(query: URLSearchParams, name: string): number {
  const value = Number(query.get(name) ?? 0);
  if (!Number.isSafeInteger(value) || value < 0) throw new HttpError(400, `${name} must be a whole number, 0 or more.`);
  return value;
}
