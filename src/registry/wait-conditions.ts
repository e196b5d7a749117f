import { PROMPT_CHARS } from "../core/limits.ts";
import type { WaitCondition } from "../core/wait-condition.ts";
import type { Context, Tracked } from "./context.ts";
import { hasEnded } from "./observe.ts";
import { outputTail } from "./tell.ts";
import { untilEnded, untilSeen, untilTrue, type Fulfilled, type Waiting } from "./wait-look.ts";
import { isKnownToWait } from "./typed.ts";
import { bytes, idle } from "./wait-output.ts";
import { pattern } from "./wait-pattern.ts";
import { port } from "./wait-port.ts";

/**
 * As {@link firstOf}, and goes on where the ending turns out to be none: the process was lost with its environment, and is
 * found again.
 */
export async function firstWhileThere(
  waiting: Waiting,
  conditions: readonly WaitCondition[],
): Promise<Fulfilled | null> {
  let found = await firstOf(waiting, conditions);
  while (found === null && !hasEnded(waiting.tracked) && !waiting.signal.aborted)
    found = await firstOf(waiting, conditions);
  return found;
}

/**
 * Waits until one of the conditions is true or the process has ended. Null: it has ended and none was true, or `signal`
 * has aborted. What is true already is told at once. When it resolves, nothing of it goes on.
 */
async function firstOf(waiting: Waiting, conditions: readonly WaitCondition[]): Promise<Fulfilled | null> {
  const done = new AbortController();
  const inner = { ...waiting, signal: AbortSignal.any([waiting.signal, done.signal]) };
  const looks = conditions.map((condition) => look(withOwnSignal(inner), condition));
  // A look ends by itself when the process has: what was printed last still counts.
  const all = Promise.all([untilEnded(inner), ...looks]);
  try {
    return await Promise.race([...looks.map(orNever), all.then(([, ...found]) => found.find(isThere) ?? null)]);
  } finally {
    done.abort();
    await Promise.allSettled([...looks, all]);
  }
}

/** Resolves with the condition once it is true; with null when it cannot come true any more, or the signal has aborted. */
function look(waiting: Waiting, condition: WaitCondition): Promise<Fulfilled | null> {
  switch (condition.kind) {
    case "exit":
      return untilEnded(waiting);
    case "ready":
      return untilTrue(waiting, () => readiness(waiting, condition));
    case "input":
      return input(waiting, condition);
    case "event":
      return event(waiting, condition);
    case "pattern":
      return pattern(waiting, condition);
    case "port":
      return port(waiting, condition);
    case "idle":
      return idle(waiting, condition);
    case "bytes":
      return bytes(waiting, condition);
  }
}

/** What is seen on this host only. */
const OF_THIS_HOST: ReadonlySet<WaitCondition["kind"]> = new Set(["port", "input"]);

/**
 * Why none of the conditions can ever come true: they are all `ready`, and nobody has said what makes these processes ready; or
 * they look at this host, and these processes run elsewhere. Null when one can, or when the ending of one is there already.
 */
export function whyHopeless(targets: readonly Tracked[], conditions: readonly WaitCondition[]): string | null {
  return whyUnseen(targets, conditions) ?? whyNeverReady(targets, conditions);
}

function whyUnseen(targets: readonly Tracked[], conditions: readonly WaitCondition[]): string | null {
  const isHopeless =
    conditions.length > 0 &&
    conditions.every(({ kind }) => OF_THIS_HOST.has(kind)) &&
    targets.every((tracked) => !hasEnded(tracked) && tracked.record.elsewhere !== undefined);
  if (!isHopeless) return null;
  const ids = targets.map(({ record }) => record.id).join(", ");
  return `${ids} ${targets.length === 1 ? "runs" : "run"} elsewhere, and ports and terminals are seen on this host only. Wait for pattern:TEXT or idle:SECONDS instead.`;
}

function whyNeverReady(targets: readonly Tracked[], conditions: readonly WaitCondition[]): string | null {
  const isHopeless =
    conditions.length > 0 &&
    conditions.every(({ kind }) => kind === "ready") &&
    targets.every((tracked) => !hasEnded(tracked) && tracked.record.notices.ready === "none");
  if (!isHopeless) return null;
  const ids = targets.map(({ record }) => record.id).join(", ");
  return `${ids} ${targets.length === 1 ? "was" : "were"} started without saying what makes it ready. Wait for port:NUMBER or pattern:TEXT instead, or start it with ready.`;
}

/** Node warns of a signal that many listen to. */
function withOwnSignal(waiting: Waiting): Waiting {
  return { ...waiting, signal: AbortSignal.any([waiting.signal]) };
}

function readiness({ context, tracked }: Waiting, condition: WaitCondition): Fulfilled | null {
  switch (tracked.record.notices.ready) {
    case "none":
    case "pending":
      return null;
    case "ready":
      return { status: "ready", condition };
    case "not_ready":
      return { status: "not_ready", condition, ...whyNotReady(context, tracked) };
  }
}

/** Its event says why, as long as nobody has taken it. */
function whyNotReady(context: Context, { record }: Tracked): { readonly detail?: string } {
  const queued = context.ports.store
    .queued()
    .findLast(({ event: told }) => told.type === "not_ready" && told.sessionId === record.id)?.event;
  return queued?.type === "not_ready" ? { detail: queued.message } : {};
}

/** It has begun to wait for input since the wait began, or does already. */
function input(waiting: Waiting, condition: WaitCondition): Promise<Fulfilled | null> {
  const { context, tracked } = waiting;
  const before = tracked.record.notices.inputToldAt;
  const isWaitingNow = isKnownToWait(tracked);
  return untilSeen(waiting, () => {
    if (hasEnded(tracked) || (!isWaitingNow && tracked.record.notices.inputToldAt === before)) return null;
    return { status: "awaiting_input", condition, detail: prompt(context, tracked) };
  });
}

/** The last line of the output. */
function prompt(context: Context, tracked: Tracked): string {
  return outputTail(context, tracked, PROMPT_CHARS).output.trimEnd().split("\n").at(-1) ?? "";
}

/** An event was queued for its owner, or would have been, were there not too many. */
function event(waiting: Waiting, condition: WaitCondition): Promise<Fulfilled | null> {
  const { context, tracked } = waiting;
  const before = tracked.record.notices.seq;
  return untilTrue(waiting, () => {
    if (tracked.record.notices.seq === before) return null;
    const queued = context.ports.store.queued().findLast(({ notices, event: told }) => {
      return told.sessionId === tracked.record.id && notices !== undefined && notices.seq > before;
    });
    return { status: "event", condition, ...(queued ? { detail: queued.event.type } : {}) };
  });
}

function isThere<T>(found: T | null): found is T {
  return found !== null;
}

async function orNever<T>(found: Promise<T | null>): Promise<T> {
  return (await found) ?? new Promise<never>(() => undefined);
}
