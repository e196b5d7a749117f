import type { ChildProcess } from "node:child_process";

import { BellhopError } from "../core/errors.ts";
import type {
  AdoptOptions,
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
import type { AsyncDelegationEvent } from "../core/notify/delegation.ts";
import type { KillAllOptions, TransferOptions } from "../core/owner.ts";
import type * as results from "../core/results.ts";
import { createBell } from "./bell.ts";
import { adopt } from "./adopt.ts";
import { beginCallbacks, loadCallbacks } from "./callback-runner.ts";
import { createOutgoing } from "./outgoing.ts";
import type { Context, Ports, Settings } from "./context.ts";
import { beginHeartbeats } from "./heartbeat.ts";
import { beginFlow, loadFlow } from "./flow.ts";
import { find, findOne, notFound } from "./find.ts";
import { follow } from "./follow.ts";
import { quietly } from "./hush.ts";
import { transferOwnership } from "./hand-over.ts";
import { kill } from "./kill.ts";
import { killAll, killStartedSince } from "./kill-all.ts";
import { unreadCompletionsOwnedBy, waitForPendingCompletions } from "./linger.ts";
import { hasEnded } from "./observe.ts";
import { hasActiveProcesses, running, runningOwnedBy, snapshotRunningIds } from "./owned.ts";
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
      endings: { waiting: new Set(), next: null, restUntilMs: -Infinity },
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

  async start(options: StartOptions): Promise<results.StartedProcess> {
    this.#checkOpen();
    return start(this.#context, options);
  }

  /**
   * Takes over a running child of this program, output so far and all: it becomes a process like any other, and lives on when
   * this program dies. Its streams are Bellhop's then, and its exit code is known as long as this program lives.
   * Throws `invalid_argument`, or `start_failed`: then it is as it was. In process only: a child cannot be sent over a socket.
   */
  async adopt(child: ChildProcess, options: AdoptOptions): Promise<results.StartedProcess> {
    this.#checkOpen();
    return adopt(this.#context, child, options);
  }

  async poll(id: string): Promise<results.PollResult | results.NotFound> {
    const tracked = find(this.#context, id);
    return tracked === null ? notFound(id) : poll(this.#context, tracked);
  }

  async log(id: string, options: LogOptions = {}): Promise<results.LogResult | results.NotFound> {
    const tracked = find(this.#context, id);
    return tracked === null ? notFound(id) : readLog(this.#context, tracked, options);
  }

  async wait(id: string, options: WaitOptions = {}): Promise<results.WaitResult> {
    const tracked = find(this.#context, id);
    return tracked === null
      ? notFound(id)
      : quietly(this.#context, { ids: [tracked.record.id] }, () => wait(this.#context, tracked, options));
  }

  async waitMany(ids: readonly string[], options: WaitManyOptions = {}): Promise<results.WaitManyResult> {
    const party = partyOf(ids, (id) => find(this.#context, id));
    const act = (): Promise<results.WaitManyResult> => waitMany(this.#context, party, options);
    // With `all`, the first to end may wait for hours in the answer; its event is not kept back for that long.
    return options.all ? act() : quietly(this.#context, { ids: party.targets.map(({ record }) => record.id) }, act);
  }

  async kill(id: string, options: KillOptions = {}): Promise<results.KillResult> {
    const tracked = find(this.#context, id);
    return tracked === null ? notFound(id) : kill(this.#context, tracked, options);
  }

  async list(filter: ListFilter = {}): Promise<readonly results.ListEntry[]> {
    return list(this.#context, filter);
  }

  async get(id: string): Promise<results.ProcessView | null> {
    const tracked = find(this.#context, id);
    return tracked === null ? null : show(this.#context, tracked);
  }

  async *follow(id: string, options: FollowOptions = {}): AsyncGenerator<results.FollowChunk> {
    const tracked = find(this.#context, id);
    if (tracked === null) throw new BellhopError("not_found", notFound(id).error);
    yield* follow(this.#context, tracked, options);
  }

  async write(id: string, data: string | Uint8Array): Promise<results.WriteResult> {
    const tracked = find(this.#context, id);
    return tracked === null
      ? notFound(id)
      : write(this.#context, tracked, typeof data === "string" ? Buffer.from(data) : data);
  }

  async submit(id: string, data: string): Promise<results.WriteResult> {
    return this.write(id, `${data}\n`);
  }

  async closeStdin(id: string): Promise<results.WriteResult> {
    const tracked = find(this.#context, id);
    return tracked === null ? notFound(id) : closeStdin(this.#context, tracked);
  }

  async restart(id: string): Promise<results.StartedProcess | results.NotFound> {
    this.#checkOpen();
    const tracked = find(this.#context, id);
    return tracked === null ? notFound(id) : restart(this.#context, tracked);
  }

  async remove(id: string): Promise<results.RemoveResult> {
    const tracked = find(this.#context, id);
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
    const tracked = findOne(this.#context, id);
    return tracked !== null && isWaiting(this.#context, tracked);
  }

  async isCompletionConsumed(id: string): Promise<boolean> {
    return findOne(this.#context, id)?.record.consumed ?? false;
  }

  async waitForPendingCompletions(options: PendingOptions = {}): Promise<results.PendingCompletions> {
    return waitForPendingCompletions(this.#context, options);
  }

  async unreadCompletionsOwnedBy(ownerTaskId: string): Promise<readonly results.UnreadProcess[]> {
    return unreadCompletionsOwnedBy(this.#context, ownerTaskId);
  }

  async hasActiveForSession(sessionKey: string, maxAgeSeconds?: number): Promise<boolean> {
    return hasActiveForSession(this.#context, sessionKey, maxAgeSeconds);
  }

  async killAll(options: KillAllOptions = {}): Promise<number> {
    return killAll(this.#context, options);
  }

  async snapshotRunningIds(taskId: string): Promise<readonly string[]> {
    return snapshotRunningIds(this.#context, taskId);
  }

  async killStartedSince(
    taskId: string,
    baseline: readonly string[],
    { source }: { readonly source: string },
  ): Promise<number> {
    return killStartedSince(this.#context, taskId, { baseline, source });
  }

  async transferOwnership(id: string, options: TransferOptions): Promise<boolean> {
    const tracked = find(this.#context, id);
    return tracked !== null && transferOwnership(this.#context, tracked, options);
  }

  async runningOwnedBy(ownerTaskId: string): Promise<readonly results.ListEntry[]> {
    return runningOwnedBy(this.#context, ownerTaskId);
  }

  async hasActiveProcesses(ownerTaskId: string): Promise<boolean> {
    return hasActiveProcesses(this.#context, ownerTaskId);
  }

  async hasAnyActive(): Promise<boolean> {
    return running(this.#context).length > 0;
  }

  async countRunning(): Promise<number> {
    return running(this.#context).length;
  }

  async takeWatchers(): Promise<readonly results.WatcherRequest[]> {
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
}
