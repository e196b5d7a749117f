import { CALLBACKS_MAX } from "../core/limits.ts";
import type { Delivery, DeliveryAction } from "../ports/callbacks.ts";
import type { QueuedEvent } from "../ports/store.ts";
import type { Context, Tracked } from "./context.ts";

/**
 * Keeps what the event has to cause, before its owner can take it. The same event gives the same keys, so that a crash in
 * between cannot make two of it.
 */
export function scheduleCallbacks(context: Context, { record }: Tracked, { eventId, event }: QueuedEvent): void {
  if (!record.hasCallbacks) return;
  const spec = context.ports.store.spec(record.id);
  if (spec === null) return;
  if (spec.notifyUrl !== "")
    keep(
      context,
      { eventId, event, processId: record.id },
      { kind: "post", url: spec.notifyUrl, secret: spec.notifySecret },
    );
  if (spec.onExit !== "" && event.type === "completion")
    keep(
      context,
      { eventId, event, processId: record.id },
      { kind: "command", command: spec.onExit, runId: context.ports.newId() },
    );
}

function keep(
  context: Context,
  about: Pick<Delivery, "eventId" | "event" | "processId">,
  action: DeliveryAction,
): void {
  const { outgoing, ports } = context;
  const key = `${about.eventId}.${action.kind}`;
  if (outgoing.waiting.has(key)) return;
  const nowMs = ports.clock.wall();
  const delivery: Delivery = { key, ...about, action, createdAtMs: nowMs, attempts: 0, nextAtMs: nowMs };
  ports.deliveries.save(delivery);
  outgoing.waiting.set(key, delivery);
  if (outgoing.waiting.size > CALLBACKS_MAX) dropOldest(context);
  outgoing.wake();
}

function dropOldest(context: Context): void {
  const [oldest] = context.outgoing.waiting.keys();
  if (oldest === undefined) return;
  discard(context, oldest);
  context.ports.logger.warn(
    `${CALLBACKS_MAX} callbacks are waiting, so the oldest (${oldest}) was dropped. See whether the addresses of --notify-url answer.`,
  );
}

/** It is done, or given up. */
export function discard(context: Context, key: string): void {
  context.outgoing.waiting.delete(key);
  context.ports.deliveries.remove(key);
}
