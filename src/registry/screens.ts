import { SCREENS_MAX, SCREEN_UNUSED_MS } from "../core/limits.ts";
import type { Clock } from "../ports/clock.ts";
import { type QueryReader, queryReader } from "../core/terminal/queries.ts";
import type { CursorPlace, Emulator } from "../ports/screen.ts";

/** The emulator of one process. */
export interface Kept {
  /** Null until it is opened. */
  emulator: Emulator | null;
  /** Offset in the log behind the last byte that it has carried out. */
  fedTo: number;
  /** Finds who asks where the cursor is; a new one for a new emulator. */
  asking: QueryReader;
  /** Where it stood behind the last questions, by their offset in the log: who looks at the screen may be ahead of who answers. */
  readonly asked: Map<number, CursorPlace>;
}

/** The emulators of the processes that were asked for last. Nothing is kept, and no timer runs, while nobody asks. */
export interface Screens {
  /** Runs `job` with what is kept for a process; the jobs of one process run one after the other. */
  use<T>(process: object, job: (kept: Kept) => Promise<T>): Promise<T>;
  /** How many are kept now. */
  readonly count: number;
}

interface Entry {
  readonly kept: Kept;
  usedAtMs: number;
  /** Resolves when the jobs so far are done. Never rejects. */
  done: Promise<unknown>;
}

export function createScreens(clock: Clock, closing: AbortSignal): Screens {
  // In the order of their last use.
  const entries = new Map<object, Entry>();
  let stop: (() => void) | null = null;

  const settle = (): void => {
    for (const [process, { usedAtMs }] of entries) {
      const isOld = clock.now() - usedAtMs >= SCREEN_UNUSED_MS;
      if (isOld || closing.aborted || entries.size > SCREENS_MAX) entries.delete(process);
    }
    if (entries.size > 0) stop ??= clock.every(SCREEN_UNUSED_MS / LOOKS_PER_TIME, settle);
    else {
      stop?.();
      stop = null;
    }
  };
  closing.addEventListener("abort", settle);

  return {
    use: (process, job) => {
      const entry = entries.get(process) ?? {
        kept: { emulator: null, fedTo: 0, asking: queryReader(), asked: new Map() },
        usedAtMs: 0,
        done: Promise.resolve(),
      };
      entry.usedAtMs = clock.now();
      entries.delete(process);
      entries.set(process, entry);
      settle();
      const result = entry.done.then(() => job(entry.kept));
      entry.done = result.catch(() => undefined);
      return result;
    },
    get count() {
      return entries.size;
    },
  };
}

/** An unused one goes at most this part of its time too late. */
const LOOKS_PER_TIME = 4;
