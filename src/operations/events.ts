import { z } from "zod";

import type { Bellhop, DrainOptions, ToldEvent } from "../core/contract.ts";
import { DRAIN_ANSWER_MAX_BYTES, QUEUE_MAX_EVENTS } from "../core/limits.ts";
import { camel } from "./camel.ts";
import { optionalFlag, optionalText, text } from "./fields.ts";
import { field } from "./input.ts";
import { defineOperation, defineStream, type CallOperation, type StreamOperation } from "./operation.ts";

const filter = {
  session_key: optionalText("Only events of this conversation, and those that are of none."),
  owner_task_id: optionalText("Only events of this task."),
  type: optionalText("Only events of this type."),
};
const drainFilter = {
  ...filter,
  skip_poll_observed: optionalFlag("Skip completions whose ending `poll` already showed. Default true."),
};

export const pending: StreamOperation = defineStream({
  name: "pending",
  description: "Sends the waiting events, oldest first, and ends. They stay queued until `acknowledge` takes them.",
  input: z.strictObject({
    ...drainFilter,
    all_owners: optionalFlag("Also what needs a proof of ownership: the caller proves it itself. Default false."),
  }),
  async *run({ bellhop }, { all_owners = false, ...options }) {
    const proof = all_owners ? { ownsEvent: () => true } : {};
    for (const told of await bellhop.pending({ ...camel(options), ...proof })) yield plain(told);
  },
});

export const events: StreamOperation = defineStream({
  name: "events",
  description:
    "Sends the waiting events, and then each new one as it happens. They stay queued until `acknowledge` takes them.",
  input: z.strictObject(filter),
  async *run({ bellhop, signal }, options) {
    for await (const told of bellhop.events({ ...camel(options), signal })) yield plain(told);
  },
});

export const eventHistory: CallOperation = defineOperation({
  name: "event_history",
  kind: "read",
  description: "The last events, with when they were queued and taken, the oldest first. Takes nothing.",
  input: z.strictObject(filter),
  run: async ({ bellhop }, options) => ({ events: await bellhop.eventHistory(camel(options)) }),
});

export const acknowledge: CallOperation = defineOperation({
  name: "acknowledge",
  kind: "act",
  description: "Takes events out of the queue, because they are in hand. Answers which ones this call took.",
  input: z.strictObject({
    event_ids: field(
      z.array(text(1_000).min(1)).max(QUEUE_MAX_EVENTS),
      `a list of at most ${QUEUE_MAX_EVENTS} event ids`,
      "The event_id of each.",
    ),
  }),
  run: async ({ bellhop }, { event_ids }) => {
    const taken = await take(bellhop, event_ids);
    return { acknowledged: taken.size, eventIds: [...taken] };
  },
});

/** Takes as many as fit into one answer. A client that may die on the way reads `pending` and acknowledges instead. */
export const drain: CallOperation = defineOperation({
  name: "drain",
  kind: "act",
  description: "Takes the waiting events, oldest first. `more` says that another call gives further ones.",
  input: z.strictObject(drainFilter),
  run: async ({ bellhop }, options) => {
    const observed = await observedOnes(bellhop, camel(options));
    const waiting = await bellhop.pending(camel(options));
    const fitting = waiting.slice(0, countFitting(waiting));
    const taken = await take(bellhop, [...observed, ...fitting.map((told) => told.eventId)]);
    return {
      events: fitting.filter((told) => taken.has(told.eventId)).map(plain),
      ...(fitting.length < waiting.length && { more: true }),
    };
  },
});

/** Events whose ending a poll has shown: they are taken and not given, unless `skipPollObserved` is false. */
async function observedOnes(bellhop: Bellhop, options: DrainOptions): Promise<readonly string[]> {
  if (options.skipPollObserved === false) return [];
  const all = await bellhop.pending({ ...options, skipPollObserved: false });
  const wanted = new Set((await bellhop.pending(options)).map((told) => told.eventId));
  return all.map((told) => told.eventId).filter((eventId) => !wanted.has(eventId));
}

/** One by one: of two clients that take the same event at the same time, exactly one is told that it did. */
async function take(bellhop: Bellhop, eventIds: readonly string[]): Promise<ReadonlySet<string>> {
  const taken = new Set<string>();
  for (const eventId of eventIds) {
    if ((await bellhop.acknowledge([eventId])) > 0) taken.add(eventId);
  }
  return taken;
}

function countFitting(waiting: readonly ToldEvent[]): number {
  let bytes = 0;
  const tooMany = waiting.findIndex((told, index) => {
    bytes += Buffer.byteLength(JSON.stringify(plain(told)));
    return index > 0 && bytes > DRAIN_ANSWER_MAX_BYTES;
  });
  return tooMany === -1 ? waiting.length : tooMany;
}

function plain({ eventId, event, text }: ToldEvent): ToldEvent {
  return { eventId, event, text };
}
