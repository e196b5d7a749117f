import { toCamelCase, toSnakeCase } from "../../base/case.ts";
import type { DrainOptions, ToldEvent } from "../../core/contract.ts";
import { QUEUE_MAX_EVENTS } from "../../core/limits.ts";
import { isRoutedTo } from "../../core/notify/owns.ts";
import type { RemoteBellhop } from "./contract.ts";

/** The waiting events that `options` let through; they stay queued. */
export async function pending(
  remote: RemoteBellhop,
  { ownsEvent, ...options }: DrainOptions,
): Promise<readonly ToldEvent[]> {
  const waiting: ToldEvent[] = [];
  const proof = ownsEvent && { allOwners: true };
  for await (const item of remote.stream("pending", toSnakeCase({ ...options, ...proof }) as object)) {
    const told = toCamelCase(item) as ToldEvent;
    if (ownsEvent === undefined || isRoutedTo(told.event, { ...options, ownsEvent })) waiting.push(told);
  }
  return waiting;
}

/**
 * Takes the waiting events. They are in hand before the daemon may forget them; of two clients that drain at the same time,
 * each event goes to one.
 */
export async function drain(remote: RemoteBellhop, options: DrainOptions): Promise<readonly ToldEvent[]> {
  const { skipPollObserved = true } = options;
  // Those that a poll has shown already are taken and not given, as in process. What comes between both looks is not in `all`.
  const all = skipPollObserved ? await pending(remote, { ...options, skipPollObserved: false }) : [];
  const wanted = await pending(remote, options);
  const taken = await acknowledge(remote, [...new Set([...all, ...wanted].map((told) => told.eventId))]);
  return wanted.filter((told) => taken.has(told.eventId));
}

/** Takes events out of the queue, and gives the ids of those that this call took. */
export async function acknowledge(remote: RemoteBellhop, eventIds: readonly string[]): Promise<ReadonlySet<string>> {
  const taken = new Set<string>();
  for (let first = 0; first < eventIds.length; first += QUEUE_MAX_EVENTS) {
    const answer = await remote.call("acknowledge", { event_ids: eventIds.slice(first, first + QUEUE_MAX_EVENTS) });
    for (const eventId of (answer as { readonly event_ids: readonly string[] }).event_ids) taken.add(eventId);
  }
  return taken;
}
