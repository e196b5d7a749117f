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
 * The output that is there: up to the cursor `end`. It is taken from the follower, which only looks: an answer of `log`
 * counts as telling how the process ended, and a person who looks must not take the event away from its owner.
 */
export async function* outputUpTo(remote: Remote, stretch: Stretch, end: number): AsyncGenerator<Chunk> {
  const enough = new AbortController();
  const chunks = follow(remote, stretch, enough.signal);
  try {
    let cursor = stretch.from;
    while (cursor < end) {
      const next = await nextOrSilence(chunks);
      if (next === undefined) break;
      if (next.done) return;
      cursor = next.value.cursor;
      yield next.value;
    }
    yield* loggedUpTo(remote, { ...stretch, from: cursor }, end);
  } finally {
    enough.abort();
  }
}

async function nextOrSilence(chunks: AsyncGenerator<Chunk>): Promise<IteratorResult<Chunk> | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, SILENCE_MS, undefined);
  });
  return Promise.race([chunks.next(), silence]).finally(() => clearTimeout(timer));
}

/** The same from `log`: exact, but reading an ended process to its end counts as being told. */
export async function* loggedUpTo(remote: Remote, { from, ...rest }: Stretch, end: number): AsyncGenerator<Chunk> {
  for (let cursor = from; cursor < end;) {
    const { value } = await askExisting<LogResult>(remote, "log", { ...rest, since: cursor });
    const missing = value.droppedBytes ? { missingBytes: value.droppedBytes } : {};
    const chunk: FollowChunk = { text: value.output, cursor: value.cursor, ...missing };
    yield { ...chunk, wire: toSnakeCase(chunk) };
    if (!value.more || value.cursor <= cursor) return;
    cursor = value.cursor;
  }
}
