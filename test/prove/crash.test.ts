import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

import { isBellhopError } from "../../src/core/errors.ts";
import { connect } from "../../src/surfaces/client/connect.ts";
import type { RemoteBellhop } from "../../src/surfaces/client/contract.ts";
import { endAll, marked } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";

const ROUNDS = process.env["PROVE"] ? 100 : 8;
const JOBS_A_ROUND = 3;
const LINES = 2_000;

/** Random, but the same in every run with the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Ledger {
  /** Exit code that each started job will have, by id. */
  readonly codes: Map<string, number>;
  /** Names of jobs whose start was not answered. */
  readonly unanswered: Map<string, number>;
  readonly acknowledged: Set<string>;
  readonly doubled: string[];
}

test(`[CRASH-1] ${ROUNDS} times kill -9 of the daemon under load: no byte, no code and no event is lost, none is doubled, no process is untracked`, async () => {
  const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
  const random = randomFrom(seed);
  const { client, home, daemonPid } = await loadedHome();
  const ledger: Ledger = { codes: new Map(), unanswered: new Map(), acknowledged: new Set(), doubled: [] };
  const done = new AbortController();
  const consumer = consume(client, ledger, done.signal);
  for (let round = 0; round < ROUNDS; round++) {
    const starts = Array.from({ length: JOBS_A_ROUND }, (_, index) =>
      start(client, ledger, { name: `job-${round}-${index}`, random }),
    );
    await new Promise((resolve) => setTimeout(resolve, random() * 150));
    killIfThere(daemonPid());
    await Promise.all(starts);
  }
  await until(async () => (await client.list()).every((entry) => entry.status === "exited"), {
    what: "all jobs to end",
    withinMs: 60_000,
  });
  await adoptUnanswered(client, ledger);
  await until(() => ledger.acknowledged.size >= ledger.codes.size, {
    what: "all events",
    withinMs: 60_000,
    seen: () => [ledger.acknowledged.size, ledger.codes.size],
  });
  done.abort();
  await consumer;
  const wrong = await check(client, ledger);
  const untracked = marked([...ledger.codes.keys()]);
  expect({ seed, wrong, doubled: ledger.doubled, untracked, left: (await client.drain()).length }).toEqual({
    seed,
    wrong: [],
    doubled: [],
    untracked: [],
    left: 0,
  });
  expect((await client.list()).length).toBe(ledger.codes.size);
  await endAll(home);
}, 600_000);

async function loadedHome() {
  const root = temporaryDirectory();
  const home = join(root, "home");
  mkdirSync(join(root, "config", "bellhop"), { recursive: true });
  writeFileSync(join(root, "config", "bellhop", "config.json"), JSON.stringify({ retention: { ended_max: 100_000 } }));
  const client = await connect({ home, env: { ...process.env, XDG_CONFIG_HOME: join(root, "config") } });
  const daemonPid = () => Number(/"pid":(\d+)/.exec(readFileSync(join(home, "lock"), "utf8"))?.[1]);
  onTestFinished(async () => {
    await client.call("daemon_stop", {}).catch(() => undefined);
    await client.close();
    await endAll(home);
  });
  return { client, home, daemonPid };
}

async function start(
  client: RemoteBellhop,
  ledger: Ledger,
  { name, random }: { readonly name: string; readonly random: () => number },
): Promise<void> {
  const code = Math.floor(random() * 120);
  const pause = (random() * 0.4).toFixed(2);
  const command = `i=0; while [ $i -lt ${LINES} ]; do i=$((i+1)); echo "${name} line $i"; done; sleep ${pause}; echo end; exit ${code}`;
  try {
    const { id } = await client.start({ command, name, shell: "plain", notifyOnComplete: true });
    ledger.codes.set(id, code);
  } catch (error) {
    if (!isBellhopError(error) || error.code !== "connection_lost") throw error; // Anything else would be a start that failed.
    ledger.unanswered.set(name, code);
  }
}

/** A start whose answer was lost has happened, or has not: the list tells. */
async function adoptUnanswered(client: RemoteBellhop, ledger: Ledger): Promise<void> {
  for (const entry of await client.list()) {
    const code = ledger.unanswered.get(entry.name ?? "");
    if (code !== undefined) ledger.codes.set(entry.sessionId, code);
  }
}

/** A consumer that subscribes again when its client has given up on a daemon that dies faster than it can be asked. */
async function consume(client: RemoteBellhop, ledger: Ledger, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await subscribe(client, ledger, signal);
    } catch (error) {
      if (!isBellhopError(error) || error.code !== "connection_lost") throw error; // The event that was in hand may come again.
    }
  }
}

async function subscribe(client: RemoteBellhop, ledger: Ledger, signal: AbortSignal): Promise<void> {
  for await (const told of client.events({ signal })) {
    const { sessionId = "" } = told.event;
    if (ledger.acknowledged.has(sessionId)) ledger.doubled.push(sessionId);
    await told.acknowledge(); // False: acknowledged before, but that answer was lost.
    ledger.acknowledged.add(sessionId);
  }
}

/** What of each job is not as it must be. */
async function check(client: RemoteBellhop, ledger: Ledger): Promise<unknown[]> {
  const wrong: unknown[] = [];
  for (const [id, code] of ledger.codes) {
    const view = await client.get(id);
    const { output = "" } = (await client.log(id, { limit: LINES + 10 })) as { output?: string };
    const name = view?.name ?? "";
    const expected = `${Array.from({ length: LINES }, (_, index) => `${name} line ${index + 1}\n`).join("")}end\n`;
    if (view?.exitCode !== code || view.completionReason !== "exited" || output !== expected) {
      wrong.push({
        id,
        code,
        seen: view?.exitCode,
        reason: view?.completionReason,
        whole: output === expected,
        length: output.length,
      });
    }
  }
  return wrong;
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It was killed a moment ago.
  }
}
