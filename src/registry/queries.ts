import { messageOf } from "../core/errors.ts";
import {
  QUERY_LOOK_BYTES,
  QUERY_PACE_MAX_MS,
  QUERY_PACE_MS,
  QUERY_QUIET_MS,
  TERMINAL_COLUMNS,
  TERMINAL_ROWS,
  WATCH_RETRY_MS,
} from "../core/limits.ts";
import {
  answerTo,
  asksForCursor,
  type Query,
  type QueryReader,
  queryReader,
  type Terminal,
} from "../core/terminal/queries.ts";
import type { Clock } from "../ports/clock.ts";
import type { LogSlice, OutputLog } from "../ports/output-log.ts";
import type { Context, Tracked } from "./context.ts";
import { cursorOf } from "./screen.ts";
import { inTurn, putOnce } from "./typing.ts";

/**
 * Answers what the programs in its terminal ask of it, as an xterm would, until it has ended. A quiet terminal costs nothing.
 * What was asked while nobody was there is answered only if the program may still wait: when nothing was printed or typed since.
 */
export function answerQueries(context: Context, tracked: Tracked): void {
  if (!tracked.record.pty) return;
  const { launcher, openLog, store } = context.ports;
  const directory = store.directory(tracked.record.id);
  const log = openLog(directory, QUERY_PACE_MS);
  const { size } = log.extent();
  // When something was typed elsewhere is not seen from here; a second answer would be read as typed text.
  const isAnswered = tracked.record.elsewhere !== undefined || launcher.wasTypedSinceOutput(directory);
  if (tracked.isNew) void follow(context, tracked, { log, from: 0, answeredFrom: 0 });
  else void follow(context, tracked, { log, from: isAnswered ? size : size - QUERY_LOOK_BYTES, answeredFrom: size });
}

interface Follower {
  readonly log: OutputLog;
  /** Where it begins to read. */
  readonly from: number;
  /** What was printed before is answered only when it stands at the very end of that. */
  readonly answeredFrom: number;
}

async function follow(context: Context, tracked: Tracked, { log, from, answeredFrom }: Follower): Promise<void> {
  const { clock, logger } = context.ports;
  const { signal } = tracked.attending;
  let reader = queryReader();
  let isTroubled = false;
  const pause = pacer(clock, signal);
  for (let at = Math.max(0, from); !signal.aborted;) {
    try {
      const { size, drained } = log.extent();
      const wanted = Math.max(at, size - QUERY_LOOK_BYTES);
      const slice = log.read(wanted, QUERY_LOOK_BYTES);
      if (slice.from > at) reader = queryReader(); // What lies between is not looked at.
      const end = slice.from + slice.bytes.length;
      const queries = stillAsked(queriesIn(reader, slice), answeredFrom);
      if (end === at && drained) return;
      at = end;
      for (const query of queries) await answer(context, tracked, query);
      isTroubled = false;
      await pause(queries.length > 0);
      await log.grown(at, signal);
    } catch (error) {
      if (!isTroubled)
        logger.warn(`Queries to the terminal of ${tracked.record.id} are not answered now: ${messageOf(error)}`);
      isTroubled = true;
      await clock.sleep(WATCH_RETRY_MS, signal);
    }
  }
}

/** Lets output that flows without a query run on for a while. Each look costs about a millisecond. */
function pacer(clock: Clock, signal: AbortSignal): (hasAsked: boolean) => Promise<void> {
  let pauseMs = 0;
  let lookedAtMs = -Infinity;
  return async (hasAsked) => {
    const isFlowing = clock.now() - lookedAtMs < QUERY_QUIET_MS;
    pauseMs = isFlowing && !hasAsked ? Math.min(Math.max(2 * pauseMs, QUERY_PACE_MS / 2), QUERY_PACE_MAX_MS) : 0;
    if (pauseMs > 0) await clock.sleep(pauseMs, signal);
    lookedAtMs = clock.now();
  };
}

/** Their places are offsets in the log. */
function queriesIn(reader: QueryReader, { from, bytes }: LogSlice): readonly Query[] {
  return reader.read(bytes).map(({ sequence, start, end }) => ({ sequence, start: from + start, end: from + end }));
}

/** Those behind `answeredFrom`, and those that end exactly there, one behind the other. */
function stillAsked(queries: readonly Query[], answeredFrom: number): readonly Query[] {
  const asked = queries.filter(({ end }) => end > answeredFrom);
  let start = answeredFrom;
  for (const query of queries.filter(({ end }) => end <= answeredFrom).toReversed()) {
    if (query.end !== start) break;
    asked.unshift(query);
    ({ start } = query);
  }
  return asked;
}

/** In turn with what is typed, and without a word when the terminal is full: its program does not read. */
async function answer(context: Context, tracked: Tracked, query: Query): Promise<void> {
  const text = answerTo(query, await terminalAt(context, tracked, query));
  await inTurn(tracked, async () => {
    if (tracked.attending.signal.aborted) return;
    try {
      await putOnce(context, tracked, Buffer.from(text, "latin1"));
    } catch {
      // It has ended, or cannot be reached: an answer that comes late is worse than none.
    }
  });
}

/** The terminal when the query was printed. Without an emulator the cursor is in the first place (original). */
async function terminalAt(context: Context, tracked: Tracked, query: Query): Promise<Terminal> {
  const size = tracked.record.pty ?? { rows: TERMINAL_ROWS, cols: TERMINAL_COLUMNS };
  const home = { row: 1, column: 1 };
  if (!asksForCursor(query)) return { size, cursor: home };
  return { size, cursor: await cursorOf(context, tracked, query.end).catch(() => home) };
}
