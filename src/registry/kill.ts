import { invalidArgument } from "../core/errors.ts";
import type { KillOptions } from "../core/contract.ts";
import { killedBySource } from "../core/killed-by.ts";
import { KILL_ELSEWHERE_RECEIPT_MS, KILL_RECEIPT_MS } from "../core/limits.ts";
import { isOwnKill } from "../core/notify/owns.ts";
import type { KillResult } from "../core/results.ts";
import { signalNumber } from "../core/signals.ts";
import { isFindable } from "../core/state.ts";
import { isWslLauncher, WSL_NOTE } from "../core/wsl.ts";
import type { Context, StopOutcome, Tracked } from "./context.ts";
import { quietly } from "./hush.ts";
import { notFound } from "./find.ts";
import { hasEnded } from "./observe.ts";
import { consume } from "./outbox.ts";
import { environmentField } from "./place.ts";
import { settle } from "./settle.ts";
import { stop, stopRequest } from "./stop.ts";
import { checkAlive } from "./sweep.ts";
import { ended } from "./wait.ts";

/**
 * Ends a process and its tree, and answers when that is true: the receipt is in, and nothing of it was found alive.
 * An ended one is not ended again, but what it left behind is.
 */
export function kill(context: Context, tracked: Tracked, options: KillOptions): Promise<KillResult> {
  const consumeOutput = options.consumeOutput ?? isOwnKill(tracked.record, options.asker);
  const act = (): Promise<KillResult> => end(context, tracked, { ...options, consumeOutput });
  return consumeOutput ? quietly(context, { ids: [tracked.record.id], all: true }, act) : act();
}

async function end(context: Context, tracked: Tracked, options: KillOptions): Promise<KillResult> {
  // Before its pid is known a kill would not find it, or would hit its shim.
  if (tracked.starting !== null) await tracked.starting;
  if (context.tracked.get(tracked.record.id) !== tracked) return notFound(tracked.record.id);
  const isOwn = isOwnKill(tracked.record, options.asker);
  const asked = stopRequest(context, checked(options));
  const request = { ...asked, by: killedBySource(asked.source, isOwn) };
  checkAlive(context, tracked);
  // Its own end, a moment ago, is no kill. While a kill is at work, that one decides.
  if (tracked.stopping === null) await settle(context, tracked);
  const was = hasEnded(tracked);
  const outcome = await stop(context, tracked, request);
  if (outcome.unreached !== undefined && (!was || isFindable(tracked.record.state)))
    return notReached(context, tracked, outcome.unreached);
  if (outcome.survivors.length > 0) return incomplete(tracked, outcome);
  await ending(context, tracked);
  if (!hasEnded(tracked)) return incomplete(tracked, outcome);
  if (options.consumeOutput) consume(context, tracked);
  const killed = tracked.record.state.phase === "ended" && tracked.record.state.outcome.kind === "killed";
  return {
    ...(ended(context, tracked) as KillResult),
    status: was || !killed ? "already_exited" : "killed",
    ...(outcome.killedPids.length > 0 ? { killedPids: outcome.killedPids } : {}),
    ...noteFields(context, tracked, outcome),
  };
}

function noteFields(context: Context, { record }: Tracked, { unreached }: StopOutcome): { readonly note?: string } {
  if (unreached !== undefined) {
    const { environment = "" } = environmentField(context, record);
    return { note: `Whether it has left something running in ${environment} could not be seen: ${unreached}` };
  }
  return isWslLauncher(record.command) ? { note: WSL_NOTE } : {};
}

function checked(options: KillOptions): KillOptions {
  const { graceMs, signal } = options;
  if (graceMs !== undefined && (!Number.isFinite(graceMs) || graceMs < 0))
    throw invalidArgument("graceMs", "milliseconds, 0 or more", graceMs);
  if (signal !== undefined && signalNumber(signal) === 0)
    throw invalidArgument("signal", "the name of a signal, such as SIGTERM", signal);
  return options;
}

/** The tree is gone, so the receipt is on its way; a shim that was killed never writes one. */
async function ending(context: Context, tracked: Tracked): Promise<void> {
  const { clock } = context.ports;
  const deadlineMs = clock.now() + receiptMs(tracked);
  for (let pauseMs = 1; !hasEnded(tracked) && clock.now() < deadlineMs; pauseMs = Math.min(pauseMs * 2, 10)) {
    await settle(context, tracked);
    if (hasEnded(tracked) || tracked.trouble !== null) return;
    checkAlive(context, tracked);
    await clock.sleep(pauseMs);
  }
}

function receiptMs({ record }: Tracked): number {
  return record.elsewhere === undefined ? KILL_RECEIPT_MS : KILL_ELSEWHERE_RECEIPT_MS;
}

/** The kill is recorded, and carried through once the environment answers. */
function notReached(context: Context, { record }: Tracked, reason: string): KillResult {
  const { id, state } = record;
  const { environment = "" } = environmentField(context, record);
  return {
    status: "error",
    sessionId: id,
    error: `${id} could not be ended now, since ${environment} could not be reached: ${reason} It is ended once ${environment} answers again.`,
    ...(state.phase === "ended" ? {} : { processRunning: true }),
  };
}

function incomplete(tracked: Tracked, { survivors }: StopOutcome): KillResult {
  const { id, state } = tracked.record;
  const alive = survivors.join(", ");
  return {
    status: "error",
    sessionId: id,
    error:
      survivors.length > 0
        ? `The kill of ${id} is incomplete: ${survivors.length} of its processes are still alive (${alive}). Kill it again, or look at them with ps.`
        : `${id} was signalled, but its ending was not seen within ${receiptMs(tracked)} ms. Poll it, or kill it again.`,
    survivors,
    ...(state.phase === "ended" ? {} : { processRunning: true }),
  };
}
