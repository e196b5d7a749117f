import { messageOf } from "../../core/errors.ts";
import {
  ENVIRONMENT_LOOK_BYTES,
  ENVIRONMENT_LOOK_PROCESSES,
  ENVIRONMENT_PACE_GROWTH,
  ENVIRONMENT_PACE_MAX_MS,
  ENVIRONMENT_PACE_MS,
  ENVIRONMENT_PROOF_MS,
  ENVIRONMENT_RETRY_MAX_MS,
  ENVIRONMENT_RETRY_MS,
  ENVIRONMENT_SHARE_MIN_BYTES,
} from "../../core/limits.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Contact, Place } from "../../ports/elsewhere.ts";
import { EnvironmentError } from "../../ports/environment.ts";
import type { Logger } from "../../ports/logger.ts";
import { endOfFiles } from "./mirror-files.ts";
import { type News, newsOf } from "./mirror-news.ts";
import { type Memory, type Progress, settle } from "./mirror-settle.ts";
import { pause } from "../../base/pause.ts";
import type { RemoteAgent } from "./remote-agent.ts";

export interface MirrorDependencies {
  readonly agent: RemoteAgent;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Copies what all processes of one environment leave there, with one look for all of them. */
export interface Mirror {
  follow(place: Place, tell: (contact: Contact) => void): () => void;
  /** Something is about to happen there: look soon. */
  wake(): void;
  isIdle(): boolean;
  close(): Promise<void>;
}

interface Followed {
  readonly place: Place;
  readonly tell: (contact: Contact) => void;
  readonly memory: Memory;
  isBusy: boolean;
  isLost: boolean;
  /** It was said that nothing can be stored here; once is enough. */
  isWarned: boolean;
  heardAtMs: number;
  /** When its shim was last proved to be itself; null: never. */
  provedAtMs: number | null;
}

export function createMirror(dependencies: MirrorDependencies): Mirror {
  const { clock } = dependencies;
  const followed = new Set<Followed>();
  const closing = new AbortController();
  let waking = new AbortController();
  let pauseMs = ENVIRONMENT_PACE_MS;
  let failures = 0;
  let running: Promise<void> | null = null;

  const wake = (): void => {
    pauseMs = ENVIRONMENT_PACE_MS;
    waking.abort();
  };
  const step = async (): Promise<void> => {
    const outcome = await look(dependencies, followed, closing.signal);
    failures = outcome === "failed" ? failures + 1 : 0;
    pauseMs = nextPause(outcome, { pauseMs, failures });
  };
  const run = async (): Promise<void> => {
    while (followed.size > 0 && !closing.signal.aborted) {
      await step();
      if (pauseMs === 0) continue;
      waking = new AbortController();
      const before = clock.now();
      await pause(clock, pauseMs, AbortSignal.any([closing.signal, waking.signal]));
      // Who is woken waits for a moment: what it was woken for has only begun.
      const leftMs = before + ENVIRONMENT_PACE_MS - clock.now();
      if (leftMs > 0) await pause(clock, leftMs, closing.signal);
    }
    running = null;
  };

  return {
    follow: (place, tell) => {
      const one: Followed = {
        place,
        tell,
        memory: { quietSinceMs: null, unclaimedSinceMs: null },
        isBusy: true,
        isLost: false,
        isWarned: false,
        heardAtMs: clock.now(),
        provedAtMs: null,
      };
      followed.add(one);
      if (running === null) running = run();
      else wake();
      return () => void followed.delete(one);
    },
    wake,
    isIdle: () => followed.size === 0,
    close: async () => {
      closing.abort();
      followed.clear();
      await running;
    },
  };
}

interface Pace {
  readonly pauseMs: number;
  readonly failures: number;
}

function nextPause(outcome: Outcome, { pauseMs, failures }: Pace): number {
  switch (outcome) {
    case "failed":
      return Math.min(ENVIRONMENT_RETRY_MAX_MS, ENVIRONMENT_RETRY_MS * 2 ** Math.min(failures - 1, 20));
    case "backlog":
      return 0;
    case "news":
      return ENVIRONMENT_PACE_MS;
    case "quiet":
      return Math.min(ENVIRONMENT_PACE_MAX_MS, Math.max(ENVIRONMENT_PACE_MS, pauseMs * ENVIRONMENT_PACE_GROWTH));
  }
}

type Outcome = "failed" | "backlog" | "news" | "quiet";

/** One look at all of them. Those that are over are followed no longer. */
async function look(dependencies: MirrorDependencies, followed: Set<Followed>, signal: AbortSignal): Promise<Outcome> {
  let outcome: Outcome = "quiet";
  const all = [...followed];
  for (let place = 0; place < all.length; place += ENVIRONMENT_LOOK_PROCESSES) {
    const some = all.slice(place, place + ENVIRONMENT_LOOK_PROCESSES);
    const seen = await lookAt(dependencies, { some, followed, busy: all.filter((one) => one.isBusy).length }, signal);
    if (seen === "failed") return "failed";
    if (RANK.indexOf(seen) < RANK.indexOf(outcome)) outcome = seen;
  }
  return outcome;
}

const RANK: readonly Outcome[] = ["failed", "backlog", "news", "quiet"];

interface Round {
  readonly some: readonly Followed[];
  readonly followed: Set<Followed>;
  /** How many of all share the bytes of a look. */
  readonly busy: number;
}

async function lookAt(
  dependencies: MirrorDependencies,
  { some, followed, busy }: Round,
  signal: AbortSignal,
): Promise<Outcome> {
  const { agent, clock } = dependencies;
  const share = Math.max(ENVIRONMENT_SHARE_MIN_BYTES, Math.floor(ENVIRONMENT_LOOK_BYTES / Math.max(1, busy)));
  const words = some.flatMap(({ place, isBusy }) => [
    place.id,
    String(endOfFiles(place.directory)),
    String(isBusy ? share : ENVIRONMENT_SHARE_MIN_BYTES),
  ]);
  try {
    const isFull = some.some((one) => mustProve(one, clock.now()));
    const news = newsOf(await agent.call("poll", [isFull ? "full" : "quick", ...words], signal));
    const outcomes = some.map((one): Outcome => {
      if (!followed.has(one)) return "quiet";
      one.heardAtMs = clock.now();
      if (one.isLost) one.tell({ kind: "back" });
      one.isLost = false;
      const own = news.get(one.place.id);
      if (isFull) one.provedAtMs = own?.claim === "dead" ? null : one.heardAtMs;
      const progress = own === undefined ? "quiet" : settled(dependencies, one, own);
      return take(dependencies, { one, progress, followed }, signal);
    });
    return RANK.find((outcome) => outcomes.includes(outcome)) ?? "quiet";
  } catch (error) {
    if (!signal.aborted) for (const one of some) if (followed.has(one)) tellLost(one, clock.now(), error);
    return "failed";
  }
}

/** Behind a lost contact, too: the other side may have been restarted, and have given the pid away. */
function mustProve({ isLost, provedAtMs }: Followed, nowMs: number): boolean {
  return isLost || provedAtMs === null || nowMs - provedAtMs >= ENVIRONMENT_PROOF_MS;
}

/** What cannot be written here (the disk is full) stays there, and is asked for again. */
function settled({ clock, logger }: MirrorDependencies, one: Followed, news: News): Progress {
  const { place, memory } = one;
  try {
    const progress = settle(place.directory, news, { memory, nowMs: clock.now() });
    one.isWarned = false;
    return progress;
  } catch (error) {
    const what = `What ${place.id} printed in ${place.environment} cannot be stored here, and stays there`;
    if (!one.isWarned) logger.warn(`${what}: ${messageOf(error)}. Make room; it is tried again.`);
    one.isWarned = true;
    return "quiet";
  }
}

interface Taken {
  readonly one: Followed;
  readonly progress: Progress;
  readonly followed: Set<Followed>;
}

function take({ agent, logger }: MirrorDependencies, { one, progress, followed }: Taken, signal: AbortSignal): Outcome {
  const { id, environment } = one.place;
  one.isBusy = progress === "backlog" || progress === "news";
  switch (progress) {
    case "over":
      followed.delete(one);
      return "news";
    case "gone":
      followed.delete(one);
      one.tell({ kind: "gone", reason: `${environment} has no such process any more, and no receipt of ${id}.` });
      return "news";
    case "unclaimed":
      agent.call("abandon", [id], signal).catch((error: unknown) => logger.warn(messageOf(error)));
      return "news";
    case "backlog":
    case "news":
    case "quiet":
      return progress;
  }
}

function tellLost(one: Followed, nowMs: number, error: unknown): void {
  one.isLost = true;
  const trouble = error instanceof EnvironmentError ? error.trouble : "unreachable";
  one.tell({ kind: "lost", trouble, reason: messageOf(error), forMs: nowMs - one.heardAtMs });
}
