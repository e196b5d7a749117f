import type { Victim, Wait } from "../core/kill/plan.ts";
import { KILL_ELSEWHERE_LOOK_MS, KILL_LOOK_MS } from "../core/limits.ts";
import { signalNumber } from "../core/signals.ts";
import type { Place } from "../ports/elsewhere.ts";
import type { ProcessEntry } from "../ports/process-table.ts";
import type { Context, Tracked } from "./context.ts";
import { placeOf } from "./place.ts";
import { treeOf } from "./tree.ts";

export type Target = ProcessEntry & Victim;

/** How a kill sees a tree and signals it: on this host, or where the process runs. Rejects when that cannot be reached. */
export interface Reach {
  /** What lives of the tree. `isAsking`: whether somebody ignores the signal matters only before it is sent. */
  look(known: readonly ProcessEntry[], isAsking: boolean): Promise<readonly Target[]>;
  /** A stopped process cannot act on a signal before it is continued, so SIGCONT follows those that can be acted on. */
  send(targets: readonly ProcessEntry[], signal: NodeJS.Signals): Promise<void>;
  gone(wait: Wait<Target>): Promise<void>;
}

export function reachOf(context: Context, tracked: Tracked, signal: NodeJS.Signals): Reach {
  const place = placeOf(context, tracked);
  return place === null ? here(context, tracked, signal) : there({ context, tracked, place, signal });
}

function here(context: Context, tracked: Tracked, signal: NodeJS.Signals): Reach {
  const { clock, table } = context.ports;
  const number = signalNumber(signal);
  const lives = (target: Target): boolean => table.identify(target.pid)?.startTicks === target.startTicks;
  return {
    look: async (known, isAsking) =>
      treeOf(context, tracked, known).map((entry) => ({
        ...entry,
        isRoot: entry.pid === tracked.record.job?.pid,
        ignoresSignal: isAsking && table.ignores(entry.pid, number),
      })),
    send: async (targets, sent) => {
      for (const target of targets) table.signal(target, sent);
      if (isForAll(sent)) for (const target of targets) table.signal(target, "SIGCONT");
    },
    gone: async ({ until, atMostMs }) => {
      const deadlineMs = clock.now() + atMostMs;
      for (
        let pauseMs = 1;
        until.some(lives) && clock.now() < deadlineMs;
        pauseMs = Math.min(pauseMs * 2, KILL_LOOK_MS)
      )
        await clock.sleep(pauseMs);
    },
  };
}

interface There {
  readonly context: Context;
  readonly tracked: Tracked;
  readonly place: Place;
  readonly signal: NodeJS.Signals;
}

function there({ context, tracked, place, signal }: There): Reach {
  const { clock, elsewhere } = context.ports;
  return {
    look: async () =>
      (await elsewhere.tree(place, signal)).map((entry) => ({
        ...entry,
        isRoot: entry.pid === tracked.record.elsewhere?.pid,
      })),
    send: async (targets, sent) => {
      if (targets.length === 0) return;
      await elsewhere.signal(place, targets, sent);
      if (isForAll(sent)) await elsewhere.signal(place, targets, "SIGCONT");
    },
    gone: async ({ until, atMostMs }) => {
      const deadlineMs = clock.now() + atMostMs;
      for (let waited = new Set(until.map(keyOf)); waited.size > 0 && clock.now() < deadlineMs;) {
        await clock.sleep(Math.min(KILL_ELSEWHERE_LOOK_MS, Math.max(1, deadlineMs - clock.now())));
        const living = new Set((await elsewhere.tree(place, signal)).map(keyOf));
        waited = new Set([...waited].filter((key) => living.has(key)));
      }
    },
  };
}

function isForAll(signal: NodeJS.Signals): boolean {
  return signal !== "SIGKILL" && signal !== "SIGSTOP";
}

function keyOf({ pid, startTicks }: ProcessEntry): string {
  return `${pid}.${startTicks}`;
}
