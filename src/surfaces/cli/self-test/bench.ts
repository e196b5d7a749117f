import { isDeepStrictEqual } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";

import { SELF_TEST_TRIAL_MAX_MS } from "../../../core/limits.ts";
import type { LogResult, ProcessView, StartResult, TreeResult, WaitResult } from "../../../core/results.ts";
import type { Remote } from "../context.ts";
import { ask, show } from "../remote.ts";

const LOOK_MS = 20;

/** What trials are done with: a daemon of their own, with a home that nobody else uses. */
export class Bench {
  readonly remote: Remote;
  #isOver = false;
  readonly #starts = new Set<Promise<unknown>>();

  constructor(remote: Remote) {
    this.remote = remote;
  }

  /** Starts a command in a plain shell; gives its id. */
  async start(command: string, options: object = {}): Promise<string> {
    if (this.#isOver) throw new Error("The self-test is over.");
    const starting = ask<StartResult>(this.remote, "start", { command, shell: "plain", ...options });
    this.#starts.add(starting);
    return (await starting).value.sessionId;
  }

  /** Nothing is started from here on, also by a trial that nobody waits for any more; what was about to start has started. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.allSettled(this.#starts);
  }

  /** Waits for its end, or what else is asked for. */
  async wait(id: string, options: object = {}): Promise<WaitResult> {
    const input = { session_id: id, timeout_seconds: SELF_TEST_TRIAL_MAX_MS / 1_000, ...options };
    return (await ask<WaitResult>(this.remote, "wait", input)).value;
  }

  async run(command: string, options: object = {}): Promise<WaitResult> {
    return this.wait(await this.start(command, options));
  }

  async kill(id: string, options: object = {}): Promise<void> {
    const { value } = await ask<{ readonly status: string }>(this.remote, "kill", { session_id: id, ...options });
    expectThat("the answer of the kill", value.status, "killed");
  }

  /** The end of its output, as it came. */
  async lastLines(id: string, limit: number): Promise<LogResult> {
    return (await ask<LogResult>(this.remote, "log", { session_id: id, limit, raw: true })).value;
  }

  view(id: string): Promise<ProcessView> {
    return show(this.remote, id);
  }

  /** Pids of what belongs to it now. */
  async pids(id: string): Promise<readonly number[]> {
    const { value } = await ask<TreeResult>(this.remote, "tree", { session_id: id });
    return value.processes.map(({ pid }) => pid);
  }

  /** Looks again and again; the time of the trial is its limit. */
  async until<T>(look: () => Promise<T | false>): Promise<T> {
    for (const end = performance.now() + SELF_TEST_TRIAL_MAX_MS; performance.now() < end; await sleep(LOOK_MS)) {
      const seen = await look();
      if (seen !== false) return seen;
    }
    throw tooLong();
  }
}

export function tooLong(): Error {
  return new Error(`It was not done within ${SELF_TEST_TRIAL_MAX_MS / 1_000} s.`);
}

/** Throws a sentence when what was seen is not what was promised. */
export function expectThat(what: string, seen: unknown, promised: unknown): void {
  if (isDeepStrictEqual(seen, promised)) return;
  throw new Error(`${what}: ${JSON.stringify(promised)} was promised, ${JSON.stringify(seen)} was seen.`);
}
