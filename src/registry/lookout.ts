import { BellhopError } from "../core/errors.ts";
import type {
  DrainOptions,
  EventFilter,
  FollowOptions,
  ListFilter,
  PastEvent,
  ScreenOptions,
  ToldEvent,
} from "../core/contract.ts";
import type * as results from "../core/results.ts";
import type { Context } from "./context.ts";
import { find, findOne, notFound, onProcess } from "./find.ts";
import { SinkHost } from "./sinks.ts";
import * as verbs from "./verbs.ts";

/** The part of a registry that only looks, and consumes nothing. */
export class Lookout extends SinkHost {
  readonly #context: Context;

  constructor(context: Context) {
    super(context);
    this.#context = context;
  }

  async list(filter: ListFilter = {}): Promise<readonly results.ListEntry[]> {
    return verbs.list(this.#context, filter);
  }

  async get(id: string): Promise<results.ProcessView | null> {
    const tracked = find(this.#context, id);
    return tracked === null ? null : verbs.show(this.#context, tracked);
  }

  async usage(id: string): Promise<results.UsageResult | results.NotFound> {
    return onProcess(this.#context, id, (tracked) => verbs.usage(this.#context, tracked));
  }

  async tree(id: string): Promise<results.TreeResult | results.NotFound> {
    return onProcess(this.#context, id, (tracked) => verbs.tree(this.#context, tracked));
  }

  async *follow(id: string, options: FollowOptions = {}): AsyncGenerator<results.FollowChunk> {
    const tracked = find(this.#context, id);
    if (tracked === null) throw new BellhopError("not_found", notFound(id).error);
    yield* verbs.follow(this.#context, tracked, options);
  }

  async screen(id: string, options: ScreenOptions = {}): Promise<results.ScreenResult | results.NotFound> {
    return onProcess(this.#context, id, (tracked) => verbs.screen(this.#context, tracked, options));
  }

  /** The events that `drain` would take, left in the queue. */
  async pending(options: DrainOptions = {}): Promise<readonly ToldEvent[]> {
    return verbs.pending(this.#context, options);
  }

  async eventHistory(filter: EventFilter = {}): Promise<readonly PastEvent[]> {
    return verbs.eventHistory(this.#context, filter);
  }

  async isWaiting(id: string): Promise<boolean> {
    const tracked = findOne(this.#context, id);
    return tracked !== null && verbs.isWaiting(this.#context, tracked);
  }

  async isCompletionConsumed(id: string): Promise<boolean> {
    return findOne(this.#context, id)?.record.consumed ?? false;
  }

  async unreadCompletionsOwnedBy(ownerTaskId: string): Promise<readonly results.UnreadProcess[]> {
    return verbs.unreadCompletionsOwnedBy(this.#context, ownerTaskId);
  }

  async hasActiveForSession(sessionKey: string, maxAgeSeconds?: number): Promise<boolean> {
    return verbs.hasActiveForSession(this.#context, sessionKey, maxAgeSeconds);
  }

  async runningOwnedBy(ownerTaskId: string): Promise<readonly results.ListEntry[]> {
    return verbs.runningOwnedBy(this.#context, ownerTaskId);
  }

  async hasActiveProcesses(ownerTaskId: string): Promise<boolean> {
    return verbs.hasActiveProcesses(this.#context, ownerTaskId);
  }

  async hasAnyActive(): Promise<boolean> {
    return verbs.running(this.#context).length > 0;
  }

  async countRunning(): Promise<number> {
    return verbs.running(this.#context).length;
  }
}
