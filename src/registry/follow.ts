import type { FollowOptions } from "../core/contract.ts";
import { FOLLOW_HELD_MAX_BYTES, FOLLOW_LIVE_PACE_MS, FOLLOW_PACE_MS, READ_MAX_BYTES } from "../core/limits.ts";
import { completeUtf8Length, decodeUtf8 } from "../core/output/decode.ts";
import { presentText } from "../core/output/present.ts";
import { openSecretStart } from "../core/redact/open-end.ts";
import type { FollowChunk } from "../core/results.ts";
import type { Context, Tracked } from "./context.ts";
import { leadOf } from "./lead.ts";
import { hasEnded } from "./observe.ts";
import { type About, outputFacts, redacted } from "./tell.ts";

/** The part of `READ_MAX_BYTES` that a follower takes at once: a reader sees progress, and memory stays small. */
const FOLLOW_READ_BYTES = READ_MAX_BYTES / 4;

/**
 * Live output until the process has ended and nobody holds its output open. Nothing is read before the reader asks for it,
 * so a slow one costs no memory. An unfinished last line waits for one quiet look, so that a secret in it is not cut in two;
 * with `live` only a last word does that may be the beginning of one.
 */
export async function* follow(context: Context, tracked: Tracked, options: FollowOptions): AsyncGenerator<FollowChunk> {
  const viewers = options.live ? 1 : 0;
  tracked.viewers += viewers;
  try {
    yield* followed(context, tracked, options);
  } finally {
    tracked.viewers -= viewers;
  }
}

async function* followed(context: Context, tracked: Tracked, options: FollowOptions): AsyncGenerator<FollowChunk> {
  const signal = options.signal ? AbortSignal.any([options.signal, context.closing]) : context.closing;
  const { raw = false, live = false } = options;
  const { openLog, store } = context.ports;
  const log = live ? openLog(store.directory(tracked.record.id), FOLLOW_LIVE_PACE_MS) : tracked.log;
  let at = options.from ?? 0;
  let held = 0;
  while (!signal.aborted) {
    const over = isOver(tracked);
    const slice = log.read(at, FOLLOW_READ_BYTES);
    const missingBytes = Math.max(0, slice.from - at);
    const about = outputFacts(context, tracked);
    const isQuiet = slice.bytes.length === held && (raw || live || !isRedrawn(slice.bytes));
    const pause = isQuiet
      ? completeUtf8Length
      : live
        ? (all: Buffer) => openEnd(all, secretsOf(context, about))
        : endOfLines;
    const bytes = slice.bytes.subarray(0, over ? slice.bytes.length : pause(slice.bytes));
    if (bytes.length > 0 || missingBytes > 0) {
      at = slice.from + bytes.length;
      const shown = presentText(bytes, { raw, atHead: slice.from === 0, atEnd: over, columns: about.columns });
      const text = redacted(context, shown, { ...about, lead: leadOf(tracked, slice.from, raw) });
      if (text !== "" || missingBytes > 0) yield { text, cursor: at, ...(missingBytes > 0 ? { missingBytes } : {}) };
    }
    held = slice.bytes.length - bytes.length;
    if (over && slice.bytes.length === 0) return;
    if (bytes.length === 0) await more(context, tracked, { log, at, held, signal });
  }
}

function isOver(tracked: Tracked): boolean {
  return hasEnded(tracked) && (tracked.leftovers.length === 0 || tracked.log.extent().drained);
}

interface Place {
  readonly log: Tracked["log"];
  readonly at: number;
  readonly held: number;
  readonly signal: AbortSignal;
}

/** Until the log grows or the process ends. With a line held back, only for a moment. */
async function more(context: Context, tracked: Tracked, { log, at, held, signal }: Place): Promise<void> {
  const done = new AbortController();
  const both = AbortSignal.any([signal, done.signal]);
  const { drained, size } = log.extent();
  const waits: Promise<void>[] = [];
  if (!drained || size > at + held) waits.push(log.grown(at + held, both));
  if (!hasEnded(tracked)) waits.push(context.bell.next(tracked.record.id, both)); // It may run on without an output.
  if (held > 0) waits.push(context.ports.clock.sleep(FOLLOW_PACE_MS, both));
  const letGo = context.ports.clock.hold();
  await Promise.race(waits);
  letGo();
  done.abort();
}

/** Behind the last character of which it is known that no secret goes on there. */
function openEnd(bytes: Buffer, secrets: readonly string[]): number {
  const end = completeUtf8Length(bytes);
  const text = decodeUtf8(bytes.subarray(Math.max(0, end - OPEN_END_BYTES), end));
  return end - Buffer.byteLength(text.slice(openSecretStart(text, secrets)));
}

/** The last word of a text, and the beginnings of the secrets that a process was given. */
const OPEN_END_BYTES = 2_048;

function secretsOf({ settings }: Context, { values = [], typed = [] }: About): readonly string[] {
  return [...values, ...typed, ...(settings.vaultValues ?? [])];
}

function endOfLines(bytes: Buffer): number {
  const end = bytes.lastIndexOf(0x0a) + 1;
  return end > 0 || bytes.length < FOLLOW_HELD_MAX_BYTES ? end : completeUtf8Length(bytes);
}

/** A progress bar: a line that is drawn again from its beginning. Its last state is what counts, so it waits for its end. */
function isRedrawn(bytes: Buffer): boolean {
  return bytes.length < FOLLOW_HELD_MAX_BYTES && bytes.includes(0x0d, bytes.lastIndexOf(0x0a) + 1);
}
