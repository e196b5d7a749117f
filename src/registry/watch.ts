import type { Ms } from "../base/time.ts";
import { messageOf } from "../core/errors.ts";
import {
  READ_MAX_BYTES,
  WATCH_COSTLY_READ_BYTES,
  WATCH_QUIET_MS,
  WATCH_RETRY_MS,
  WATCH_SAVE_MS,
} from "../core/limits.ts";
import type { WatchProgress } from "../core/notify/progress.ts";
import { disabledMessage, disabledReason, limitWatch } from "../core/notify/watch-limit.ts";
import { watchOutputText } from "../core/notify/watch-output.ts";
import { createMatcher, type Found } from "../core/watch/match.ts";
import { type Pattern, parsePatterns } from "../core/watch/pattern.ts";
import type { Clock } from "../ports/clock.ts";
import type { Context, Tracked } from "./context.ts";
import { withoutKeyLines } from "./lead.ts";
import { LineReader } from "./line-reader.ts";
import { watchPace } from "./watch-pace.ts";
import { eventBase, progress, raise } from "./notices.ts";
import { factsOf, redacted } from "./tell.ts";
import { askedOf } from "./asked.ts";

/**
 * Tells the lines of its output that match a watch pattern, until it has ended or watching is given up. The log is read from
 * where the record says, so after a crash nothing is missed and nothing is told twice; what was dropped from it meanwhile is
 * passed over. While nothing is printed this costs nothing.
 */
export function watchOutput(context: Context, tracked: Tracked): void {
  if (tracked.record.watchPatterns.length === 0) return;
  const patterns = patternsOf(context, tracked);
  if (patterns === null) return;
  const teller = new Teller(context, tracked);
  teller.giveUpIfDue();
  if (teller.isOver) return;
  const reader = readerOf(tracked, patterns, teller);
  tracked.lastWords.push(() => lastLook(context, tracked, reader));
  void watch(context, tracked, { reader, teller });
}

/** They were checked at the start, but another version may have written the record. */
function patternsOf(context: Context, tracked: Tracked): readonly Pattern[] | null {
  try {
    return parsePatterns(askedOf(context, tracked).watchPatterns);
  } catch (error) {
    context.ports.logger.warn(`The output of ${tracked.record.id} is not watched: ${messageOf(error)}`);
    return null;
  }
}

function readerOf({ record, log }: Tracked, patterns: readonly Pattern[], teller: Teller): LineReader {
  const isCostly = patterns.some((pattern) => pattern.hints === null);
  return new LineReader(record.notices.watch.cursor, {
    log,
    match: createMatcher(patterns),
    readBytes: isCostly ? WATCH_COSTLY_READ_BYTES : READ_MAX_BYTES,
    onRead: (found, cursor) => teller.tell(found, cursor),
  });
}

/** Called when it has ended: what it printed last is looked through before its ending is told. */
function lastLook({ ports }: Context, { record }: Tracked, reader: LineReader): void {
  try {
    reader.finish();
  } catch (error) {
    ports.logger.warn(`The last output of ${record.id} could not be watched: ${messageOf(error)}`);
  }
}

interface Watch {
  readonly reader: LineReader;
  readonly teller: Teller;
}

async function watch(context: Context, tracked: Tracked, { reader, teller }: Watch): Promise<void> {
  const { clock, logger } = context.ports;
  const { signal } = tracked.attending;
  const pace = watchPace(clock, tracked);
  let isTroubled = false;
  while (!teller.isOver) {
    try {
      const { seenTo } = reader;
      const isQuiet = !(await pace(seenTo)) && (await moreOrQuiet(clock, tracked, reader));
      while (!teller.isOver && reader.readLines()) await clock.sleep(0, signal); // Others get their turn.
      if (isQuiet && !teller.isOver) reader.readUnfinished();
      isTroubled = false;
      if (reader.seenTo > seenTo || !tracked.log.extent().drained) continue;
      if (!teller.isOver) reader.finish();
      return; // It may run on, but nothing can follow.
    } catch (error) {
      if (!isTroubled) logger.warn(`The output of ${tracked.record.id} cannot be watched now: ${messageOf(error)}`);
      isTroubled = true;
      await clock.sleep(WATCH_RETRY_MS, signal);
    }
  }
}

/** Until there is more output, or, behind an unfinished line, until there was none for a moment: then true. */
async function moreOrQuiet(clock: Clock, { log, attending }: Tracked, reader: LineReader): Promise<boolean> {
  const { seenTo } = reader;
  if (!reader.isInLine) return log.grown(seenTo, attending.signal).then(() => false);
  const done = new AbortController();
  const stop = (): void => done.abort();
  attending.signal.addEventListener("abort", stop, { once: true });
  const isQuiet = await Promise.race([
    log.grown(seenTo, done.signal).then(() => false),
    clock.sleep(WATCH_QUIET_MS, done.signal).then(() => true),
  ]);
  attending.signal.removeEventListener("abort", stop);
  stop();
  return isQuiet;
}

/** Tells what was found, as often as the rule allows. */
class Teller {
  readonly #context: Context;
  readonly #tracked: Tracked;
  #savedAtMs: Ms;

  constructor(context: Context, tracked: Tracked) {
    this.#context = context;
    this.#tracked = tracked;
    this.#savedAtMs = context.ports.clock.now();
  }

  get isOver(): boolean {
    return this.#tracked.attending.signal.aborted || this.#watch.disabled;
  }

  get #watch(): WatchProgress {
    return this.#tracked.record.notices.watch;
  }

  tell(found: Found, cursor: number): void {
    if (this.isOver) return;
    const { watch, told } = limitWatch({ ...this.#watch, cursor }, found.count, this.#context.ports.clock.wall());
    if (told === null) this.#remember(watch);
    else
      this.#raiseMatch(
        { ...found, lines: withoutKeyLines(this.#tracked, found.lines, cursor) },
        told.suppressed,
        watch,
      );
    this.giveUpIfDue();
  }

  #raiseMatch({ lines, pattern }: Found, suppressed: number, watch: WatchProgress): void {
    const facts = factsOf(this.#context, this.#tracked);
    const output = watchOutputText(redacted(this.#context, lines.join("\n"), facts));
    const event = {
      type: "watch_match",
      pattern: redacted(this.#context, pattern, facts),
      output,
      suppressed,
    } as const;
    raise(this.#context, this.#tracked, { event: { ...eventBase(this.#tracked), ...event }, progress: { watch } });
  }

  /** Also called when watching begins: a crash may have come between the last match and this. */
  giveUpIfDue(): void {
    const why = disabledReason(this.#watch);
    if (why === null) return;
    const { suppressed } = this.#watch;
    const message = disabledMessage(this.#tracked.record.id, why);
    raise(this.#context, this.#tracked, {
      event: { ...eventBase(this.#tracked), type: "watch_disabled", suppressed, message },
      progress: { watch: { ...this.#watch, suppressed: 0, disabled: true } },
      notifyOnComplete: true,
    });
  }

  /** Written now and then only: what a crash forgets of this is read again, and gives the same. */
  #remember(watch: WatchProgress): void {
    const nowMs = this.#context.ports.clock.now();
    if (nowMs - this.#savedAtMs >= WATCH_SAVE_MS) {
      this.#savedAtMs = nowMs;
      progress(this.#context, this.#tracked, { watch });
    } else {
      const { record } = this.#tracked;
      this.#tracked.record = { ...record, notices: { ...record.notices, watch } };
    }
  }
}
