import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { messageOf } from "../../../core/errors.ts";
import { SELF_TEST_TRIAL_MAX_MS } from "../../../core/limits.ts";
import type { Context, Remote } from "../context.ts";
import { type Check, fail, off, ok } from "../doctor/check.ts";
import { nearestDirectory } from "../doctor/home.ts";
import { stopDaemon } from "../running.ts";
import { Bench, tooLong } from "./bench.ts";
import { leftBehind } from "./left-behind.ts";
import type { Trial } from "./trial.ts";
import { crashTrials } from "./trials/crashes.ts";
import { endingTrials } from "./trials/endings.ts";
import { killTrials } from "./trials/kills.ts";
import { noticeTrials } from "./trials/notices.ts";
import { streamTrials } from "./trials/streams.ts";
import { terminalTrials } from "./trials/terminals.ts";

const TRIALS: readonly Trial[] = [
  ...endingTrials,
  ...streamTrials,
  ...killTrials,
  ...terminalTrials,
  ...noticeTrials,
  ...crashTrials,
];
const CLEAN_NAME = "nothing is left behind";

/** Width of the longest name. */
export const NAME_WIDTH: number = Math.max(...TRIALS.map(({ name }) => name.length), CLEAN_NAME.length);

/** A home for the trials alone, where the real one is: its file system is on trial, too. */
export function makeTrialHome(home: string): string {
  const parent = nearestDirectory(home);
  mkdirSync(parent, { recursive: true });
  return mkdtempSync(join(parent, ".bellhop-self-test-"));
}

export interface SelfTest {
  /** That of {@link makeTrialHome}. It is removed when all is well. */
  readonly home: string;
  /** Ends it early. */
  readonly signal: AbortSignal;
  /** Hears of each trial when it is over. */
  readonly tell: (check: Check) => Promise<void>;
}

/**
 * Tries each promise, one after the other; true when all held. Whatever happens, every process of it is ended, and its daemon
 * is stopped.
 */
export async function selfTest(context: Context, { home, signal, tell }: SelfTest): Promise<boolean> {
  const remote = await connect(context, home);
  let isWell = true;
  const say = async (check: Check): Promise<void> => {
    if (signal.aborted) return;
    isWell &&= check.status !== "fail";
    await tell(check);
  };
  const bench = new Bench(remote);
  try {
    for (const trial of TRIALS) if (!signal.aborted) await say(await outcomeOf(trial, bench, signal));
  } finally {
    await bench.end();
    await say(await cleanUp(remote, home));
    if (isWell) rmSync(home, { recursive: true, force: true });
  }
  return isWell;
}

async function connect(context: Context, home: string): Promise<Remote> {
  try {
    return await context.connect({ home });
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
}

async function outcomeOf(trial: Trial, bench: Bench, signal: AbortSignal): Promise<Check> {
  const { name, platform = process.platform } = trial;
  if (platform !== process.platform) return off(name, `only on ${platform}`);
  const beganMs = performance.now();
  const over = new AbortController();
  try {
    const detail = await Promise.race([trial.run(bench), timeUp(AbortSignal.any([signal, over.signal]))]);
    return ok(name, `${detail} (${((performance.now() - beganMs) / 1_000).toFixed(1)} s)`);
  } catch (error) {
    return fail(name, messageOf(error), "Run `bellhop doctor`: what it says may be the reason.");
  } finally {
    over.abort();
  }
}

async function timeUp(signal: AbortSignal): Promise<never> {
  await sleep(SELF_TEST_TRIAL_MAX_MS, undefined, { signal });
  throw tooLong();
}

async function cleanUp(remote: Remote, home: string): Promise<Check> {
  try {
    await remote.call("kill_all", {});
    const { isGone } = await stopDaemon(remote, "The self-test is over.");
    const pids = leftBehind(home);
    if (isGone && pids.length === 0) return ok(CLEAN_NAME, "no process, no daemon, no file");
    const alive = [...pids, ...(isGone ? [] : [remote.daemon.pid])];
    return fail(CLEAN_NAME, `still alive: ${alive.join(", ")}`, `End them by hand: kill -9 ${alive.join(" ")}`);
  } catch (error) {
    return fail(CLEAN_NAME, messageOf(error), "Run `bellhop doctor`: what it says may be the reason.");
  }
}
