import { messageOf } from "../core/errors.ts";
import { READY_LOOK_MS, READY_OUTPUT_CHARS } from "../core/limits.ts";
import type { NotReadyEvent, NotReadyReason, ReadyEvent } from "../core/notify/event.ts";
import type { ReadyCondition } from "../core/record.ts";
import { askedOf } from "./asked.ts";
import type { Context, Tracked } from "./context.ts";
import { eventBase, raise } from "./notices.ts";
import { pidsOf, portFields, treePorts } from "./ports.ts";
import type { Finding, ReadyLook } from "./ready-look.ts";
import { lookForPattern } from "./ready-pattern.ts";
import { lookForServer } from "./ready-server.ts";
import { exitFieldsOrNone, factsOf, outputTail, redacted, uptimeSeconds } from "./tell.ts";

/** One process that is not ready yet. */
interface Awaited {
  readonly context: Context;
  readonly tracked: Tracked;
  readonly ready: ReadyCondition;
  readonly look: ReadyLook;
  /** Monotonic. */
  readonly deadlineMs: number;
}

/**
 * Tells once that it is ready, or that it will not be: it has ended, its time (from its start, also over a restart of the
 * registry) is up, or somebody else keeps its port.
 */
export function awaitReady(context: Context, tracked: Tracked): void {
  if (!isPending(tracked)) return;
  const { ready } = askedOf(context, tracked);
  if (ready === null) return;
  const look = lookFor(context, tracked, ready);
  const awaited: Awaited = { context, tracked, ready, look, deadlineMs: deadlineMs(context, tracked) };
  const tick = ticker(awaited);
  const stop = context.ports.clock.every(READY_LOOK_MS, () => {
    tick();
    if (!isPending(tracked)) stop();
  });
  tracked.attending.signal.addEventListener("abort", stop, { once: true });
  tracked.lastWords.push(() => {
    if (!isPending(tracked)) return;
    if (look.last()) tellReady(awaited, []);
    else tellNotReady(awaited, "ended");
  });
  tick();
}

function lookFor(context: Context, tracked: Tracked, ready: ReadyCondition): ReadyLook {
  if ("pattern" in ready) return lookForPattern(context, tracked, ready.pattern);
  if ("port" in ready) return lookForServer(context, tracked, { port: ready.port, url: null });
  const { port, protocol } = new URL(ready.http);
  return lookForServer(context, tracked, { port: Number(port) || (protocol === "https:" ? 443 : 80), url: ready.http });
}

function isPending({ record }: Tracked): boolean {
  return record.notices.ready === "pending";
}

/** A wall clock that was set back meanwhile does not make it wait for longer than its whole time. */
function deadlineMs(context: Context, { record }: Tracked): number {
  const { clock } = context.ports;
  const wholeMs = record.readyTimeoutSeconds * 1000;
  return clock.now() + Math.min(wholeMs, record.startedAtMs + wholeMs - clock.wall());
}

/** One look at a time; the time is not up before the first one. */
function ticker(awaited: Awaited): () => void {
  const { context, tracked } = awaited;
  let isLooking = false;
  let hasLooked = false;
  let warned = "";
  const isOver = (): boolean => !isPending(tracked) || tracked.attending.signal.aborted;
  const look = async (): Promise<void> => {
    const finding = await awaited.look.now();
    const ports = finding === "ready" ? await treePorts(context, pidsOf(context, tracked)) : [];
    if (!isOver()) conclude(awaited, finding, ports);
  };
  const giveUpWhenLate = (): void => {
    if (tracked.settling !== null) return; // Its ending is being collected, and says more.
    if (hasLooked && !isOver() && context.ports.clock.now() >= awaited.deadlineMs) tellNotReady(awaited, "timeout");
  };
  return () => {
    giveUpWhenLate();
    if (isLooking || isOver()) return;
    isLooking = true;
    void look()
      .catch((error: unknown) => {
        const message = `Whether ${tracked.record.id} is ready could not be looked at: ${messageOf(error)}.`;
        if (message !== warned) context.ports.logger.warn((warned = message));
      })
      .finally(() => {
        isLooking = false;
        hasLooked = true;
        giveUpWhenLate();
      });
  };
}

function conclude(awaited: Awaited, finding: Finding, ports: readonly number[]): void {
  if (finding === "ready") tellReady(awaited, ports);
  if (finding === "taken") tellNotReady(awaited, "port_taken");
}

function tellReady({ context, tracked, ready }: Awaited, ports: readonly number[]): void {
  const event: ReadyEvent = {
    type: "ready",
    ...common(context, tracked, ready),
    ...portFields(ports),
  };
  raise(context, tracked, { event, progress: { ready: "ready" } });
}

function tellNotReady(awaited: Awaited, why: NotReadyReason): void {
  const { context, tracked, ready } = awaited;
  const event: NotReadyEvent = {
    type: "not_ready",
    ...common(context, tracked, ready),
    why,
    message: redacted(context, messageFor(awaited, why), factsOf(context, tracked)),
  };
  raise(context, tracked, { event, progress: { ready: "not_ready" } });
}

/** The fields of both events. */
function common(context: Context, tracked: Tracked, ready: ReadyCondition) {
  return {
    ...eventBase(tracked),
    condition: conditionText(context, tracked, ready),
    elapsed: uptimeSeconds(context, tracked.record),
    output: outputTail(context, tracked, READY_OUTPUT_CHARS).output,
    startedAt: tracked.record.startedAtMs / 1000,
  };
}

function messageFor({ context, tracked, ready, look }: Awaited, why: NotReadyReason): string {
  const { record } = tracked;
  const asked = conditionText(context, tracked, ready);
  const obstacle = look.obstacle() === "" ? "" : ` ${look.obstacle()}`;
  switch (why) {
    case "ended":
      return `${record.id} ended${howEnded(record)} before it was ready (${asked}).${obstacle}`;
    case "timeout":
      return `${record.id} was not ready (${asked}) within ${record.readyTimeoutSeconds} s, and runs on.${obstacle}`;
    case "port_taken":
      return `${record.id} will not be ready (${asked}), and runs on.${obstacle} End the holder of that port, or use another one.`;
  }
}

function howEnded(record: Tracked["record"]): string {
  const { exitCode, signal } = exitFieldsOrNone(record);
  if (signal !== undefined) return ` by ${signal}`;
  return exitCode === null || exitCode === undefined ? "" : ` with code ${exitCode}`;
}

/** The condition as its owner reads it. */
function conditionText(context: Context, tracked: Tracked, ready: ReadyCondition): string {
  if ("port" in ready) return `port ${ready.port}`;
  const text = "pattern" in ready ? `pattern ${JSON.stringify(ready.pattern)}` : ready.http;
  return redacted(context, text, factsOf(context, tracked));
}
