import type { ChildProcess } from "node:child_process";

import { BellhopError } from "../core/errors.ts";
import type { AdoptOptions } from "../core/adoption.ts";
import type {
  Bellhop,
  DrainOptions,
  EventsOptions,
  KillOptions,
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
import type { TerminalSize } from "../core/record.ts";
import { beginCallbacks, loadCallbacks } from "./callback-runner.ts";
import type { Context, Ports, Settings } from "./context.ts";
import { beginHeartbeats } from "./heartbeat.ts";
import { createContext } from "./create-context.ts";
import { beginFlow } from "./flow.ts";
import { find, onProcess } from "./find.ts";
import { quietly } from "./hush.ts";
import { Lookout } from "./lookout.ts";
import { closeElsewhere } from "./place.ts";
import { recover } from "./recover.ts";
import { beginSweeping } from "./sweep.ts";
import * as verbs from "./verbs.ts";

/** What it takes to open a home. */
export interface Opening {
  readonly home: string;
  readonly ports: Ports;
  readonly settings: Settings;
  readonly release: () => Promise<void>;
}

/** The registry of one home, in process. It delegates; each verb has its file. */
export class Registry extends Lookout implements Bellhop {
  readonly home: string;
  readonly #context: Context;
  readonly #closing: AbortController;
  readonly #release: () => Promise<void>;

  private constructor(context: Context, closing: AbortController, release: () => Promise<void>) {
    super(context);
    this.home = context.home;
    this.#context = context;
    this.#closing = closing;
    this.#release = release;
  }

  /** Opens `home`, which must be locked; `release` unlocks it. Resolves when everything in it was recovered. */
  static async open({ home, ports, settings, release }: Opening): Promise<Registry> {
    const closing = new AbortController();
    const context = createContext({ home, ports, settings }, closing.signal);
    loadCallbacks(context);
    await recover(context);
    verbs.dropSuppressed(context);
    beginSweeping(context);
    beginHeartbeats(context);
    beginFlow(context);
    verbs.beginUsage(context);
    beginCallbacks(context);
    return new Registry(context, closing, release);
  }

  async start(options: StartOptions): Promise<results.StartedProcess> {
    this.#checkOpen();
    return verbs.start(this.#context, options);
  }

  /**
   * Takes over a running child of this program, output so far and all: it becomes a process like any other, and lives on when
   * this program dies. Its streams are Bellhop's then, and its exit code is known as long as this program lives.
   * Throws `invalid_argument`, or `start_failed`: then it is as it was. In process only: a child cannot be sent over a socket.
   */
  async adopt(child: ChildProcess, options: AdoptOptions): Promise<results.StartedProcess> {
    this.#checkOpen();
    return verbs.adopt(this.#context, child, options);
  }

  async poll(id: string): Promise<results.PollResult | results.NotFound> {
    return onProcess(this.#context, id, (tracked) => verbs.poll(this.#context, tracked));
  }

  async log(id: string, options: LogOptions = {}): Promise<results.LogResult | results.NotFound> {
    return onProcess(this.#context, id, (tracked) => verbs.readLog(this.#context, tracked, options));
  }

  async wait(id: string, options: WaitOptions = {}): Promise<results.WaitResult> {
    return onProcess(this.#context, id, (tracked) =>
      quietly(this.#context, { ids: [tracked.record.id] }, () => verbs.wait(this.#context, tracked, options)),
    );
  }

  async waitMany(ids: readonly string[], options: WaitManyOptions = {}): Promise<results.WaitManyResult> {
    const party = verbs.partyOf(ids, (id) => find(this.#context, id));
    const act = (): Promise<results.WaitManyResult> => verbs.waitMany(this.#context, party, options);
    // With `all`, the first to end may wait for hours in the answer; its event is not kept back for that long.
    return options.all ? act() : quietly(this.#context, { ids: party.targets.map(({ record }) => record.id) }, act);
  }

  async kill(id: string, options: KillOptions = {}): Promise<results.KillResult> {
    return onProcess(this.#context, id, (tracked) => verbs.kill(this.#context, tracked, options));
  }

  async write(id: string, data: string | Uint8Array): Promise<results.WriteResult> {
    return onProcess(this.#context, id, (tracked) => verbs.write(this.#context, tracked, data));
  }

  async submit(id: string, data: string): Promise<results.WriteResult> {
    return onProcess(this.#context, id, (tracked) => verbs.submit(this.#context, tracked, data));
  }

  async closeStdin(id: string): Promise<results.WriteResult> {
    return onProcess(this.#context, id, (tracked) => verbs.closeStdin(this.#context, tracked));
  }

  async sendKeys(id: string, keys: readonly string[]): Promise<results.WriteResult> {
    return onProcess(this.#context, id, (tracked) => verbs.sendKeys(this.#context, tracked, keys));
  }

  async paste(id: string, text: string): Promise<results.WriteResult> {
    return onProcess(this.#context, id, (tracked) => verbs.paste(this.#context, tracked, text));
  }

  async sendSecret(
    id: string,
    secret: string,
    { enter = false }: { readonly enter?: boolean } = {},
  ): Promise<results.WriteResult> {
    return onProcess(this.#context, id, (tracked) => verbs.sendSecret(this.#context, tracked, { secret, enter }));
  }

  async resize(id: string, size: TerminalSize): Promise<results.ResizeResult> {
    return onProcess(this.#context, id, (tracked) => verbs.resize(this.#context, tracked, size));
  }

  async restart(id: string): Promise<results.StartedProcess | results.NotFound> {
    this.#checkOpen();
    return onProcess(this.#context, id, (tracked) => verbs.restart(this.#context, tracked));
  }

  async remove(id: string): Promise<results.RemoveResult> {
    return onProcess(this.#context, id, (tracked) => verbs.remove(this.#context, tracked));
  }

  async drain(options: DrainOptions = {}): Promise<readonly ToldEvent[]> {
    return verbs.drain(this.#context, options);
  }

  events(options: EventsOptions = {}): AsyncIterable<SubscribedEvent> {
    return verbs.events(this.#context, options);
  }

  async acknowledge(eventIds: readonly string[]): Promise<number> {
    return verbs.acknowledge(this.#context, eventIds);
  }

  async post(event: AsyncDelegationEvent): Promise<string> {
    this.#checkOpen();
    return verbs.post(this.#context, event);
  }

  async waitForPendingCompletions(options: PendingOptions = {}): Promise<results.PendingCompletions> {
    return verbs.waitForPendingCompletions(this.#context, options);
  }

  async killAll(options: KillAllOptions = {}): Promise<number> {
    return verbs.killAll(this.#context, options);
  }

  async snapshotRunningIds(taskId: string): Promise<readonly string[]> {
    return verbs.snapshotRunningIds(this.#context, taskId);
  }

  async killStartedSince(
    taskId: string,
    baseline: readonly string[],
    { source }: { readonly source: string },
  ): Promise<number> {
    return verbs.killStartedSince(this.#context, taskId, { baseline, source });
  }

  async transferOwnership(id: string, options: TransferOptions): Promise<boolean> {
    const tracked = find(this.#context, id);
    return tracked !== null && verbs.transferOwnership(this.#context, tracked, options);
  }

  async takeWatchers(): Promise<readonly results.WatcherRequest[]> {
    return verbs.takeWatchers(this.#context);
  }

  /** Whether something runs, or an event waits: a daemon that nobody needs may leave. */
  hasWork(): boolean {
    return (
      this.#context.outgoing.waiting.size > 0 ||
      this.#context.ports.store.queued().length > 0 ||
      [...this.#context.tracked.values()].some((one) => !verbs.hasEnded(one))
    );
  }

  /** Lets go of the home: everything that waits ends, processes live on, and the next owner adopts them. */
  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    for (const tracked of this.#context.tracked.values()) {
      tracked.attending.abort();
      tracked.unwatch();
      tracked.unfollow();
    }
    await closeElsewhere(this.#context);
    this.#context.ports.store.close();
    await this.#release();
  }

  #checkOpen(): void {
    if (this.#closing.signal.aborted)
      throw new BellhopError("invalid_argument", `The registry of ${this.home} is closed. Open it again.`);
  }
}
