import type { WaitManyOptions } from "../core/contract.ts";
import { invalidArgument } from "../core/errors.ts";
import { LOG_ANSWER_MAX_CHARS, WAIT_PROCESSES_MAX } from "../core/limits.ts";
import type { WaitManyResult, WaitResult } from "../core/results.ts";
import { formatCondition, type WaitCondition } from "../core/wait-condition.ts";
import { GIVEN_UP_NOTE, timeoutManyNote, yieldManyNote } from "../core/wait-note.ts";
import type { Context, Tracked } from "./context.ts";
import { hasEnded } from "./observe.ts";
import { checkAlive } from "./sweep.ts";
import { factsOf, redacted } from "./tell.ts";
import { answer, timedOut } from "./wait.ts";
import { firstWhileThere, whyHopeless } from "./wait-conditions.ts";
import { beginPatience, conditionsOf, timeLimit, type Patience, type TimeLimit } from "./wait-limit.ts";
import type { Fulfilled } from "./wait-look.ts";

/** Who is waited for. */
export interface Party {
  readonly targets: readonly Tracked[];
  /** Ids that no process has. They are told, and are not waited for. */
  readonly missing: readonly WaitResult[];
}

/**
 * One wait on several processes: until the first has ended or fulfils a condition, with `all` until each has. Those that
 * have their answer at the same time are told together; only what the answer tells is consumed.
 */
export async function waitMany(context: Context, party: Party, options: WaitManyOptions): Promise<WaitManyResult> {
  const limit = timeLimit(context, options);
  const conditions = conditionsOf(options);
  if (party.targets.length === 0)
    return { status: "not_found", results: party.missing, running: [], ...whoIsMissing(party) };
  for (const tracked of party.targets) checkAlive(context, tracked);
  const error = whyHopeless(party.targets, conditions);
  if (error !== null) return { status: "error", results: party.missing, running: runningOf(party), error };
  const patience = beginPatience(context, options, limit.seconds);
  const outcome = await collect({ context, party, options, conditions, patience }).finally(patience.end);
  return tell({ context, party, options, conditions, patience, limit }, outcome);
}

/** The processes that `ids` name, each once. Throws `invalid_argument` for what is no list of ids. */
export function partyOf(ids: readonly string[], find: (id: string) => Tracked | null): Party {
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > WAIT_PROCESSES_MAX)
    throw invalidArgument("ids", `a list of 1 to ${WAIT_PROCESSES_MAX} ids`, ids);
  const targets = new Set<Tracked>();
  const missing: WaitResult[] = [];
  for (const id of new Set<string>(ids)) {
    const tracked = find(id);
    if (tracked === null) missing.push({ status: "not_found", sessionId: id, error: `No process with ID ${id}` });
    else targets.add(tracked);
  }
  return { targets: [...targets], missing };
}

interface Collecting {
  readonly context: Context;
  readonly party: Party;
  readonly options: WaitManyOptions;
  readonly conditions: readonly WaitCondition[];
  readonly patience: Patience;
}

interface Outcome {
  /** The process that ended the wait. */
  readonly first: Tracked | null;
  /** Those that have an answer, and what came true. */
  readonly found: ReadonlyMap<Tracked, Fulfilled | null>;
}

async function collect({ context, party, options, conditions, patience }: Collecting): Promise<Outcome> {
  const enough = new AbortController();
  const found = new Map<Tracked, Fulfilled | null>();
  const waits = party.targets.map(async (tracked) => {
    const signal = AbortSignal.any([patience.signal, enough.signal]);
    const fulfilled = await firstWhileThere({ context, tracked, since: options.since, signal }, conditions);
    if (fulfilled === null && !hasEnded(tracked)) return;
    found.set(tracked, fulfilled);
    if (!options.all) enough.abort();
  });
  await Promise.all(waits).finally(() => enough.abort());
  return { first: found.keys().next().value ?? null, found };
}

interface Telling extends Collecting {
  readonly limit: TimeLimit;
}

function tell(telling: Telling, outcome: Outcome): WaitManyResult {
  const { context, party, options, patience, limit } = telling;
  if (patience.isGivenUp())
    return { status: "interrupted", results: [], running: runningOf(party), note: GIVEN_UP_NOTE };
  const results = [...party.missing, ...resultsOf(telling, outcome)];
  const running = runningOf(party);
  const shortened = limit.note ? { timeoutNote: limit.note } : {};
  if (options.all && outcome.found.size === party.targets.length)
    return { status: "exited", results, running, ...shortened };
  if (!options.all && outcome.first !== null) {
    const sessionId = outcome.first.record.id;
    const status = results.find((one) => one.sessionId === sessionId)?.status ?? "exited";
    return { status, sessionId, results, running, ...shortened };
  }
  if (patience.isYielded()) return { status: "interrupted", results, running, note: yieldManyNote() };
  if (context.closing.aborted) return { status: "interrupted", results, running, note: GIVEN_UP_NOTE };
  return { status: "timeout", results, running, timeoutNote: whyTimedOut(telling, running) };
}

/** In the order in which they were named. With `all` also those that have no answer yet, unless somebody wants something else. */
function resultsOf(
  { context, party, options, conditions, patience, limit }: Telling,
  { found }: Outcome,
): readonly WaitResult[] {
  const maxChars = Math.floor(LOG_ANSWER_MAX_CHARS / party.targets.length);
  const isTimeUp = !patience.isYielded() && !context.closing.aborted;
  return party.targets.flatMap((tracked) => {
    if (found.has(tracked)) return [answer(context, tracked, { found: found.get(tracked) ?? null, maxChars })];
    return options.all && isTimeUp ? [timedOut(context, tracked, { ...limit, conditions, maxChars })] : [];
  });
}

function runningOf({ targets }: Party): readonly string[] {
  return targets.filter((tracked) => !hasEnded(tracked)).map(({ record }) => record.id);
}

function whyTimedOut({ context, party, conditions, limit }: Telling, running: readonly string[]): string {
  const base = timeoutManyNote({
    seconds: limit.seconds,
    conditions: conditions.map((condition) => toldOf(context, party, formatCondition(condition))),
    running: running.length,
  });
  return limit.note ? `${limit.note}. ${base}` : base;
}

/** A condition may name a secret of each of them. */
function toldOf(context: Context, { targets }: Party, condition: string): string {
  return targets.reduce((text, tracked) => redacted(context, text, factsOf(context, tracked)), condition);
}

function whoIsMissing({ missing }: Party): { readonly error?: string } {
  const error = missing.map((one) => one.error).join("; ");
  return error === "" ? {} : { error };
}
