import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

import type { StartOptions, SubscribedEvent } from "../../src/core/contract.ts";
import { isBellhopError } from "../../src/core/errors.ts";
import type { BellhopEvent } from "../../src/core/notify/event.ts";
import { connect } from "../../src/surfaces/client/connect.ts";
import type { RemoteBellhop } from "../../src/surfaces/client/contract.ts";
import { endAll, marked } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";

const ROUNDS = process.env["PROVE"] ? 50 : 4;
/** A watched job every so many rounds: more than 15 matches in 10 s would be held back by the breaker. */
const WATCHED_EVERY = 3;

/** Random, but the same in every run with the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** What was asked for, and what came of it. Events are named `type process`, processes by their names. */
interface Ledger {
  readonly expected: Set<string>;
  /** Names of jobs, and ids of posts, whose answer was lost: they may have happened. */
  readonly unanswered: Set<string>;
  readonly names: Map<string, string>;
  /** In the order in which they were acknowledged. */
  readonly acknowledged: string[];
  readonly acknowledgedIds: Set<string>;
  /** Given once more after they had been acknowledged. */
  readonly doubled: string[];
  /** Ids in the hands of a consumer that died. */
  readonly dropped: Set<string>;
  deaths: number;
}

interface Proof {
  readonly client: RemoteBellhop;
  readonly ledger: Ledger;
  readonly random: () => number;
}

test(`[QUEUE-11, QUEUE-12] ${ROUNDS} times kill -9 of the daemon while events come and consumers die: none is lost, none comes again once acknowledged`, async () => {
  const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
  const { client, home, env, daemonPid } = await busyHome();
  const ledger: Ledger = {
    expected: new Set(),
    unanswered: new Set(),
    names: new Map(),
    acknowledged: [],
    acknowledgedIds: new Set(),
    doubled: [],
    dropped: new Set(),
    deaths: 0,
  };
  const proof: Proof = { client, ledger, random: randomFrom(seed) };
  const done = new AbortController();
  const consuming = consumeWith(() => connect({ home, env }), proof, done.signal);
  for (let round = 0; round < ROUNDS; round++) {
    const asked = ask(proof, round);
    await new Promise((resolve) => setTimeout(resolve, proof.random() * 250));
    killIfThere(daemonPid());
    await Promise.all(asked);
  }
  await until(async () => (await client.list()).every(({ status }) => status === "exited"), {
    what: "all jobs to end",
    withinMs: 60_000,
  });
  await adoptUnanswered(proof);
  const missing = (): readonly string[] => [...ledger.expected].filter((key) => !ledger.acknowledged.includes(key));
  await until(() => missing().length === 0, { what: "all events", withinMs: 60_000, seen: missing });
  await until(async () => (await client.pending({ ownsEvent: () => true })).length === 0, { what: "an empty queue" });
  done.abort();
  await consuming;
  const untold = new Set([...ledger.dropped].filter((eventId) => !ledger.acknowledgedIds.has(eventId)));
  expect({ seed, ...findings(ledger), untold, untracked: marked([...ledger.names.keys()]) }).toEqual({
    seed,
    doubled: [],
    twice: [],
    disordered: [],
    surprising: [],
    untold: new Set(),
    untracked: [],
  });
  expect(ledger.deaths).toBeGreaterThan(0);
  await endAll(home);
}, 600_000);

async function busyHome() {
  const root = temporaryDirectory();
  const home = join(root, "home");
  mkdirSync(join(root, "config", "bellhop"), { recursive: true });
  writeFileSync(join(root, "config", "bellhop", "config.json"), JSON.stringify({ retention: { ended_max: 100_000 } }));
  const env = { ...process.env, XDG_CONFIG_HOME: join(root, "config") };
  const client = await connect({ home, env });
  const daemonPid = () => Number(/"pid":(\d+)/.exec(readFileSync(join(home, "lock"), "utf8"))?.[1]);
  onTestFinished(async () => {
    await client.call("daemon_stop", {}).catch(() => undefined);
    await client.close();
    await endAll(home);
  });
  return { client, home, env, daemonPid };
}

/** The jobs and posts of one round: a match, a readiness and its ending, an ending, the result of a delegation. */
function ask({ client, ledger, random }: Proof, round: number): readonly Promise<void>[] {
  const pause = (): string => (random() * 0.5).toFixed(2);
  const jobs: readonly (readonly [string, Omit<StartOptions, "command">])[] = [
    ["ready", { ready: { pattern: "signal" }, notifyOnComplete: true }],
    ["completion", { notifyOnComplete: true }],
    ...(round % WATCHED_EVERY === 0 ? [["watch_match", { watchPatterns: ["signal"] }] as const] : []),
  ];
  const started = jobs.map(async ([what, options]) => {
    const name = `${what}-${round}`;
    const command = `sleep ${pause()}; echo a signal; sleep ${pause()}; echo the end`;
    await answered(ledger, name, async () => {
      // An owner each: the budget of one is not what is proved here.
      const { id } = await client.start({ ...options, command, name, shell: "plain", ownerTaskId: name });
      expectOf(ledger, id, name);
    });
  });
  const delegationId = `delegation-${round}`;
  const posted = answered(ledger, delegationId, async () => {
    await client.post({ type: "async_delegation", delegationId, sessionKey: "s1" });
    ledger.expected.add(`async_delegation ${delegationId}`);
  });
  return [...started, posted];
}

async function answered(ledger: Ledger, name: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!isBellhopError(error) || error.code !== "connection_lost") throw error;
    ledger.unanswered.add(name);
  }
}

function expectOf(ledger: Ledger, id: string, name: string): void {
  ledger.names.set(id, name);
  const [what = ""] = name.split("-");
  ledger.expected.add(`${what} ${name}`);
  if (what === "ready") ledger.expected.add(`completion ${name}`);
}

/** A start whose answer was lost has happened, or has not: the list tells. */
async function adoptUnanswered({ client, ledger }: Proof): Promise<void> {
  for (const { sessionId, name = "" } of await client.list()) {
    if (ledger.unanswered.has(name)) expectOf(ledger, sessionId, name);
  }
}

/** One consumer after the other: each may die with an event in its hands, which the next one must get. */
async function consumeWith(open: () => Promise<RemoteBellhop>, proof: Proof, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const consumer = await open();
      try {
        await consume(consumer, proof, signal);
      } finally {
        await consumer.close();
      }
    } catch (error) {
      if (!isBellhopError(error)) throw error; // A daemon that dies faster than it can be asked.
    }
  }
}

async function consume(consumer: RemoteBellhop, { ledger, random }: Proof, signal: AbortSignal): Promise<void> {
  // The conversation is the proof for delegations of an earlier daemon.
  for await (const told of consumer.events({ sessionKey: "s1", signal })) {
    if (ledger.acknowledgedIds.has(told.eventId)) ledger.doubled.push(told.eventId);
    if (ledger.deaths === 0 || random() < 0.2) {
      ledger.deaths++;
      ledger.dropped.add(told.eventId);
      return;
    }
    await told.acknowledge(); // False: acknowledged before, but that answer was lost.
    note(ledger, told);
  }
}

function note(ledger: Ledger, { eventId, event }: SubscribedEvent): void {
  if (ledger.acknowledgedIds.has(eventId)) return; // Its acknowledgement was in flight; `doubled` has it.
  ledger.acknowledgedIds.add(eventId);
  ledger.acknowledged.push(`${event.type} ${subjectOf(event)}`);
}

/** By its name, which is its owner, too: the start of its process may not have been answered yet. */
function subjectOf(event: BellhopEvent): string {
  if (event.type === "async_delegation") return event.delegationId;
  return "ownerTaskId" in event ? (event.ownerTaskId ?? "") : "";
}

/** What must not be: the same told twice, an ending before what came before it, and what nobody asked for. */
function findings({ acknowledged, doubled, expected, unanswered }: Ledger) {
  const place = (key: string): number => acknowledged.indexOf(key);
  return {
    doubled,
    twice: acknowledged.filter((key, index) => place(key) !== index),
    disordered: acknowledged.filter((key) => {
      const [type, name = ""] = key.split(" ");
      return type === "ready" && place(key) > place(`completion ${name}`);
    }),
    surprising: acknowledged.filter((key) => !expected.has(key) && !unanswered.has(key.split(" ")[1] ?? "")),
  };
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It was killed a moment ago.
  }
}
