import { BellhopError } from "../core/errors.ts";
import type {
  Bellhop,
  DrainOptions,
  EventsOptions,
  FollowOptions,
  KillOptions,
  ListFilter,
  LogOptions,
  PendingOptions,
  StartOptions,
  SubscribedEvent,
  ToldEvent,
  WaitManyOptions,
  WaitOptions,
} from "../core/contract.ts";
import { resolveId } from "../core/ids.ts";
import type { AsyncDelegationEvent } from "../core/notify/delegation.ts";
import type {
  FollowChunk,
  KillResult,
  ListEntry,
  LogResult,
  NotFound,
  PendingCompletions,
  PollResult,
  ProcessView,
  RemoveResult,
  StartedProcess,
  UnreadProcess,
  WaitManyResult,
  WaitResult,
  WatcherRequest,
  WriteResult,
} from "../core/results.ts";
import { createBell } from "./bell.ts";
import { beginCallbacks, loadCallbacks } from "./callback-runner.ts";
import { createOutgoing } from "./outgoing.ts";
import type { Context, Ports, Settings, Tracked } from "./context.ts";
import { beginHeartbeats } from "./heartbeat.ts";
import { beginFlow, loadFlow } from "./flow.ts";
import { follow } from "./follow.ts";
import { quietly } from "./hush.ts";
import { kill } from "./kill.ts";
import { unreadCompletionsOwnedBy, waitForPendingCompletions } from "./linger.ts";
import { hasEnded } from "./observe.ts";
import { acknowledge, drain, dropSuppressed, events, pending } from "./outbox.ts";
import { list, poll, show } from "./query.ts";
import { readLog } from "./read-log.ts";
import { post } from "./post.ts";
import { recover } from "./recover.ts";
import { remove, restart } from "./restart.ts";
import { start } from "./start.ts";
import { closeStdin, write } from "./stdin.ts";
import { beginSweeping } from "./sweep.ts";
import { hasActiveForSession, isWaiting } from "./waiting.ts";
import { wait } from "./wait.ts";
import { takeWatchers } from "./watchers.ts";
import { partyOf, waitMany } from "./wait-many.ts";

/** What it takes to open a home. */
export interface Opening {
  readonly home: string;
  readonly ports: Ports;
  readonly settings: Settings;
  readonly release: () => Promise<void>;
}

/** The registry of one home, in process. It delegates; each verb has its file. */
export class Registry implements Bellhop {
  readonly home: string;
  readonly #context: Context;
  readonly #closing: AbortController;
  readonly #release: () => Promise<void>;

  private constructor(context: Context, closing: AbortController, release: () => Promise<void>) {
    this.home = context.home;
    this.#context = context;
    this.#closing = closing;
    this.#release = release;
  }

  /** Opens `home`, which must be locked; `release` unlocks it. Resolves when everything in it was recovered. */
  static async open({ home, ports, settings, release }: Opening): Promise<Registry> {
    const closing = new AbortController();
    const context: Context = {
      home,
      ports,
      settings,
      tracked: new Map(),
      bell: createBell(),
      outgoing: createOutgoing(),
      flow: { state: loadFlow(ports.store) },
      hushed: new Set(),
      watchers: new Set(),
      closing: closing.signal,
    };
    loadCallbacks(context);
    await recover(context);
    dropSuppressed(context);
    beginSweeping(context);
    beginHeartbeats(context);
    beginFlow(context);
    beginCallbacks(context);
    return new Registry(context, closing, release);
  }

  async start(options: StartOptions): Promise<StartedProcess> {
    this.#checkOpen();
    return start(this.#context, options);
  }

  async poll(id: string): Promise<PollResult | NotFound> {
    const tracked = this.#find(id);
    return tracked === null ? notFound(id) : poll(this.#context, tracked);
  }

  async log(id: string, options: LogOptions = {}): Promise<LogResult | NotFound> {
    const tracked = this.#find(id);
    return tracked === null ? notFound(id) : readLog(this.#context, tracked, options);
  }

  async wait(id: string, options: WaitOptions = {}): Promise<WaitResult> {
    const tracked = this.#find(id);
    return tracked === null
      ? notFound(id)
      : quietly(this.#context, { ids: [tracked.record.id] }, () => wait(this.#context, tracked, options));
  }

  async waitMany(ids: readonly string[], options: WaitManyOptions = {}): Promise<WaitManyResult> {
    const party = partyOf(ids, (id) => this.#find(id));
    const act = (): Promise<WaitManyResult> => waitMany(this.#context, party, options);
    // With `all`, the first to end may wait for hours in the answer; its event is not kept back for that long.
    return options.all ? act() : quietly(this.#context, { ids: party.targets.map(({ record }) => record.id) }, act);
  }

  async kill(id: string, options: KillOptions = {}): Promise<KillResult> {
    const tracked = this.#find(id);
    return tracked === null ? notFound(id) : kill(this.#context, tracked, options);
  }

  async list(filter: ListFilter = {}): Promise<readonly ListEntry[]> {
    return list(this.#context, filter);
  }

  async get(id: string): Promise<ProcessView | null> {
    const tracked = this.#find(id);
    return tracked === null ? null : show(this.#context, tracked);
  }

  async *follow(id: string, options: FollowOptions = {}): AsyncGenerator<FollowChunk> {
    const tracked = this.#find(id);
    if (tracked === null) throw new BellhopError("not_found", notFound(id).error);
    yield* follow(this.#context, tracked, options);
  }

  async write(id: string, data: string | Uint8Array): Promise<WriteResult> {
    const tracked = this.#find(id);
    return tracked === null
      ? notFound(id)
      : write(this.#context, tracked, typeof data === "string" ? Buffer.from(data) : data);
  }

  async submit(id: string, data: string): Promise<WriteResult> {
    return this.write(id, `${data}\n`);
  }

  async closeStdin(id: string): Promise<WriteResult> {
    const tracked = this.#find(id);
    return tracked === null ? notFound(id) : closeStdin(this.#context, tracked);
  }

  async restart(id: string): Promise<StartedProcess | NotFound> {
    this.#checkOpen();
    const tracked = this.#find(id);
    return tracked === null ? notFound(id) : restart(this.#context, tracked);
  }

  async remove(id: string): Promise<RemoveResult> {
    const tracked = this.#find(id);
    return tracked === null ? notFound(id) : remove(this.#context, tracked);
  }

  async drain(options: DrainOptions = {}): Promise<readonly ToldEvent[]> {
    return drain(this.#context, options);
  }

  /** The events that `drain` would take, left in the queue. */
  async pending(options: DrainOptions = {}): Promise<readonly ToldEvent[]> {
    return pending(this.#context, options);
  }

  events(options: EventsOptions = {}): AsyncIterable<SubscribedEvent> {
    return events(this.#context, options);
  }

  async acknowledge(eventIds: readonly string[]): Promise<number> {
    return acknowledge(this.#context, eventIds);
  }

  async post(event: AsyncDelegationEvent): Promise<string> {
    this.#checkOpen();
    return post(this.#context, event);
  }

  async isWaiting(id: string): Promise<boolean> {
    const tracked = this.#findOne(id);
    return tracked !== null && isWaiting(this.#context, tracked);
  }

  async isCompletionConsumed(id: string): Promise<boolean> {
    return this.#findOne(id)?.record.consumed ?? false;
  }

  async waitForPendingCompletions(options: PendingOptions = {}): Promise<PendingCompletions> {
    return waitForPendingCompletions(this.#context, options);
  }

  async unreadCompletionsOwnedBy(ownerTaskId: string): Promise<readonly UnreadProcess[]> {
    return unreadCompletionsOwnedBy(this.#context, ownerTaskId);
  }

  async hasActiveForSession(sessionKey: string, maxAgeSeconds?: number): Promise<boolean> {
    return hasActiveForSession(this.#context, sessionKey, maxAgeSeconds);
  }

  async takeWatchers(): Promise<readonly WatcherRequest[]> {
    return takeWatchers(this.#context);
  }

  /** Whether something runs, or an event waits: a daemon that nobody needs may leave. */
  hasWork(): boolean {
    return (
      this.#context.outgoing.waiting.size > 0 ||
      this.#context.ports.store.queued().length > 0 ||
      [...this.#context.tracked.values()].some((one) => !hasEnded(one))
    );
  }

  /** Lets go of the home: everything that waits ends, processes live on, and the next owner adopts them. */
  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    for (const tracked of this.#context.tracked.values()) {
      tracked.attending.abort();
      tracked.unwatch();
    }
    this.#context.ports.store.close();
    await this.#release();
  }

  #checkOpen(): void {
    if (this.#closing.signal.aborted)
      throw new BellhopError("invalid_argument", `The registry of ${this.home} is closed. Open it again.`);
  }

  /** Null also when the id is ambiguous: a question is answered with no then (original). */
  #findOne(id: string): Tracked | null {
    try {
      return this.#find(id);
    } catch {
      return null;
    }
  }

  /** Null when nothing matches; throws `ambiguous_id` when more than one process does. */
  #find(id: unknown): Tracked | null {
    if (typeof id !== "string") return null;
    const exact = this.#context.tracked.get(id);
    if (exact !== undefined) return exact;
    const candidates = [...this.#context.tracked.values()].toReversed().map(({ record }) => ({
      id: record.id,
      name: record.name,
      running: record.state.phase !== "ended",
    }));
    const found = resolveId(id, candidates);
    if (found.kind === "ambiguous") {
      throw new BellhopError(
        "ambiguous_id",
        `"${id}" is the beginning of ${found.ids.length} ids: ${found.ids.slice(0, 10).join(", ")}. Give more of it.`,
      );
    }
    return found.kind === "found" ? (this.#context.tracked.get(found.id) ?? null) : null;
  }
}

function notFound(id: string): NotFound {
  return { status: "not_found", error: `No process with ID ${id}` };
}
