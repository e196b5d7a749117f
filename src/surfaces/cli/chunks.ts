import { toCamelCase, toSnakeCase } from "../../base/case.ts";
import type { FollowChunk, LogResult } from "../../core/results.ts";
import type { Remote } from "./context.ts";
import { askExisting } from "./remote.ts";

/**
 * A follower that is silent this long while there is more has nothing to show for it (an escape code at the end),
 * or is slow; the log is asked instead. It gives what is there at once, and an unfinished line after a moment.
 */
const SILENCE_MS = 300;

/** A part of a log. */
export interface Stretch {
  readonly session_id: string;
  /** Cursor to begin at. */
  readonly from: number;
  readonly raw: boolean;
}

/** A piece of output, and for `--json` how it came. */
export interface Chunk extends FollowChunk {
  readonly wire: unknown;
}

/** The output of a process as it comes, until it has ended and nothing holds its output open, or until `signal` aborts. */
export async function* follow(remote: Remote, stretch: Stretch, signal: AbortSignal): AsyncGenerator<Chunk> {
  try {
    for await (const wire of remote.stream("follow", stretch, signal))
      yield { ...(toCamelCase(wire) as FollowChunk), wire };
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/**
 * The output up to the cursor that `end` resolves with, however long that takes. It is taken from the follower, which only
 * looks: an answer of `log` counts as telling how the process ended, and a person who looks must not take the event away
 * from its owner.
 */
export async function* outputUpTo(remote: Remote, stretch: Stretch, end: Promise<number>): AsyncGenerator<Chunk> {
  const enough = new AbortController();
  const chunks = follow(remote, stretch, enough.signal);
  let cursor = stretch.from;
  let limit: number | undefined;
  try {
    for (let next = chunks.next(); limit === undefined || cursor < limit;) {
      const event: IteratorResult<Chunk> | number = await Promise.race([next, limit === undefined ? end : silence()]);
      if (event === SILENT) break;
      if (typeof event === "number") limit = event;
      else if (event.done) return;
      else {
        yield event.value;
        cursor = event.value.cursor;
        next = chunks.next();
      }
    }
    yield* loggedUpTo(remote, { ...stretch, from: cursor }, limit ?? cursor);
  } finally {
    enough.abort();
  }
}

const SILENT = -1;

function silence(): Promise<number> {
  return new Promise((resolve) => setTimeout(resolve, SILENCE_MS, SILENT).unref());
}

/** The same from `log`, which is exact. A person looks; whoever started it is still told. */
async function* loggedUpTo(remote: Remote, { from, ...rest }: Stretch, end: number): AsyncGenerator<Chunk> {
  for (let cursor = from; cursor < end;) {
    const { value } = await askExisting<LogResult>(remote, "log", { ...rest, since: cursor, consume_output: false });
    const missing = value.droppedBytes ? { missingBytes: value.droppedBytes } : {};
    const chunk: FollowChunk = { text: value.output, cursor: value.cursor, ...missing };
    yield { ...chunk, wire: toSnakeCase(chunk) };
    if (!value.more || value.cursor <= cursor) return;
    cursor = value.cursor;
  }
}
