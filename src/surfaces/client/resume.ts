import { isObject } from "../../base/json.ts";
import { LINGER_SECONDS, QUEUE_MAX_EVENTS, WAIT_TIMEOUT_MAX_SECONDS, WAIT_TIMEOUT_SECONDS } from "../../core/limits.ts";
import type { Link, Renewal } from "./link.ts";
import { Persistence } from "./persistence.ts";

/** The least that is asked for when the time is up while the daemon was away: an ending is told then, too. */
const LAST_LOOK_SECONDS = 0.001;

/** `wait` and `wait_many`, which go on for the rest of their time when their daemon dies. */
export function waitOn(link: Link, { operation, input, signal }: RepeatedCall): Promise<unknown> {
  const begunAt = performance.now();
  return callOn(link, (renewal, again) =>
    link.call(operation, again ? restOf(input, performance.now() - begunAt) : input, {
      ...renewal,
      ...(signal && { signal }),
    }),
  );
}

/** `wait_for_pending_completions`, which goes on for the rest of its time: what has ended meanwhile is not in its answer. */
export function lingerOn(link: Link, input: object, signal?: AbortSignal): Promise<unknown> {
  const begunAt = performance.now();
  const { timeout_seconds: asked = LINGER_SECONDS } = input as { readonly timeout_seconds?: number };
  return callOn(link, (renewal, again) => {
    const restSeconds = Math.max(LAST_LOOK_SECONDS, asked - (performance.now() - begunAt) / 1000);
    return link.call("wait_for_pending_completions", again ? { ...input, timeout_seconds: restSeconds } : input, {
      ...renewal,
      ...(signal && { signal }),
    });
  });
}

/**
 * `acknowledge`, which is repeated when its daemon dies. What the first one took is not there any more the second time:
 * then every event counts as taken by us, rather than as nobody's.
 */
export function acknowledgeOn(link: Link, input: object): Promise<unknown> {
  return callOn(link, async (renewal, again) => {
    const answer = await link.call("acknowledge", input, renewal);
    const eventIds: unknown = "event_ids" in input ? input.event_ids : [];
    return again && Array.isArray(eventIds) ? { acknowledged: eventIds.length, event_ids: eventIds } : answer;
  });
}

export interface RepeatedCall {
  readonly operation: string;
  readonly input: object;
  readonly signal?: AbortSignal | undefined;
}

/** A look, which is taken again when its daemon died before it had answered: looking twice changes nothing. */
export async function repeatAfter(link: Link, error: unknown, call: RepeatedCall): Promise<unknown> {
  const { operation, input, signal } = call;
  const renewal = new Persistence().after(error);
  return callOn(link, (later, again) =>
    link.call(operation, input, { ...(again ? later : renewal), ...(signal && { signal }) }),
  );
}

async function callOn(link: Link, call: (renewal: Renewal, again: boolean) => Promise<unknown>): Promise<unknown> {
  const persistence = new Persistence();
  let renewal: Renewal = { patient: true };
  for (let again = false; ; again = true) {
    try {
      return await call(renewal, again);
    } catch (error) {
      if (link.closed) throw error;
      renewal = persistence.after(error);
    }
  }
}

function restOf(input: object, goneMs: number): object {
  const { timeout, timeout_seconds, ...others } = input as Record<string, unknown>;
  const most = others["unbounded"] === true ? WAIT_TIMEOUT_MAX_SECONDS : WAIT_TIMEOUT_SECONDS;
  const asked = Math.min(Number(timeout ?? timeout_seconds ?? most), most);
  return { ...others, timeout: Math.max(LAST_LOOK_SECONDS, asked - goneMs / 1000) };
}

/** What a stream needs to know of its items to go on behind them. */
interface Memory {
  /** The input for the rest. */
  input(): object;
  /** Notes an item; false when it was given already. */
  isNew(item: unknown): boolean;
}

export interface ResumedStream {
  readonly operation: string;
  readonly input: object;
  readonly signal?: AbortSignal | undefined;
}

/** A stream that goes on with the next daemon: `follow` behind its last cursor, `events` without what was given already. */
export async function* streamOn(link: Link, { operation, input, signal }: ResumedStream): AsyncGenerator {
  const memory = memoryOf(operation, input);
  const persistence = new Persistence();
  let renewal: Renewal = { patient: true };
  while (!signal?.aborted && !link.closed) {
    try {
      for await (const item of link.stream(operation, memory.input(), { ...renewal, ...(signal && { signal }) })) {
        if (memory.isNew(item)) yield item;
      }
      return;
    } catch (error) {
      if (link.closed) return;
      renewal = persistence.after(error);
    }
  }
}

function memoryOf(operation: string, input: object): Memory {
  return operation === "follow" ? cursorMemory(input) : eventMemory(input);
}

function cursorMemory(input: object): Memory {
  let rest = input;
  const isNew = (item: unknown): boolean => {
    if (isObject(item)) rest = { ...input, from: item["cursor"] };
    return true;
  };
  return { input: () => rest, isNew };
}

/** Events come again until they are acknowledged. Remembers as many as can wait at the same time. */
function eventMemory(input: object): Memory {
  const given = new Set<unknown>();
  const isNew = (item: unknown): boolean => {
    const eventId = isObject(item) ? item["event_id"] : undefined;
    if (given.has(eventId)) return false;
    given.add(eventId);
    if (given.size > QUEUE_MAX_EVENTS) given.delete(given.values().next().value);
    return true;
  };
  return { input: () => input, isNew };
}
