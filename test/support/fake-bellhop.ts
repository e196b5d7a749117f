import type {
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
} from "../../src/core/contract.ts";
import { BellhopError } from "../../src/core/errors.ts";
import type { AsyncDelegationEvent } from "../../src/core/notify/delegation.ts";
import type { TerminalSize } from "../../src/core/record.ts";
import { isRoutedTo } from "../../src/core/notify/owns.ts";
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
  ResizeResult,
  ScreenResult,
  StartedProcess,
  WaitManyResult,
  UnreadProcess,
  WaitResult,
  WatcherRequest,
  WriteResult,
} from "../../src/core/results.ts";
import type { OwnedBellhop } from "../../src/surfaces/daemon/daemon.ts";
import {
  completionOf,
  endOf,
  entryOf,
  isAsked,
  lingered,
  logOf,
  notFound,
  pollOf,
  screenOf,
  startedOf,
  unreadOf,
  viewOf,
  type FakeProcess,
} from "./fake-answers.ts";
import { FakeOwners } from "./fake-owners.ts";
import { waitForMany } from "./fake-waiting.ts";
import { Wakers } from "./wakers.ts";

/** A registry in memory: processes do what the test says, and nothing else. It keeps the promises of `Bellhop` that a surface sees. */
export class FakeBellhop extends FakeOwners implements OwnedBellhop {
  readonly home: string;
  readonly waiting: ToldEvent[] = [];
  /** Waits and streams in progress. */
  asking = 0;
  /** Chunks that followers have taken. */
  followed = 0;
  closed = false;
  readonly #wakers = new Wakers();

  constructor(home = "/fake") {
    super();
    this.home = home;
  }

  hasWork(): boolean {
    return this.waiting.length > 0 || [...this.processes.values()].some((process) => process.exitCode === null);
  }

  /** The process prints. */
  print(id: string, text: string): void {
    this.#known(id).output += text;
    this.#wake();
  }

  /** The process ends. */
  finish(id: string, exitCode = 0): void {
    const process = this.#known(id);
    process.exitCode = exitCode;
    if (process.options.notifyOnComplete) this.tell(completionOf(process));
    this.#wake();
  }

  tell(event: ToldEvent): void {
    this.waiting.push(event);
    this.#wake();
  }

  async start(options: StartOptions): Promise<StartedProcess> {
    if (options.command === "fail") throw new BellhopError("start_failed", "The command could not be started.");
    if (options.command === "crash") throw new TypeError("a fault of the fake");
    const id = `proc_${(this.processes.size + 1).toString(16).padStart(12, "0")}`;
    this.processes.set(id, { id, options, output: "", exitCode: null, input: "", consumed: false });
    return startedOf(id, options);
  }

  async poll(id: string): Promise<PollResult | NotFound> {
    const process = this.processes.get(id);
    return process ? pollOf(process) : notFound(id);
  }

  async log(id: string, options: LogOptions = {}): Promise<LogResult | NotFound> {
    const process = this.processes.get(id);
    return process ? logOf(process, options.limit ?? 200) : notFound(id);
  }

  async wait(id: string, { timeoutSeconds = 180, signal }: WaitOptions = {}): Promise<WaitResult> {
    const process = this.processes.get(id);
    if (!process) return notFound(id);
    const limitSeconds = Math.min(timeoutSeconds, 180);
    const note =
      timeoutSeconds > 180 ? { timeoutNote: `The requested ${timeoutSeconds} s were shortened to 180 s` } : {};
    const timer = AbortSignal.timeout(Math.ceil(limitSeconds * 1000));
    await this.#until(() => process.exitCode !== null, signal ? AbortSignal.any([signal, timer]) : timer);
    const base = { sessionId: id, command: process.options.command, output: process.output, ...note };
    if (signal?.aborted) return { ...base, status: "interrupted", processRunning: true };
    if (process.exitCode === null)
      return { ...base, status: "timeout", processRunning: true, timeoutNote: `over after ${limitSeconds} s` };
    this.#consume(process);
    return { ...base, ...endOf(process), status: "exited" };
  }

  async waitMany(ids: readonly string[], { all, signal, ...options }: WaitManyOptions = {}): Promise<WaitManyResult> {
    return waitForMany(this, ids, { all: all ?? false, signal, options });
  }

  async kill(id: string, options: KillOptions = {}): Promise<KillResult> {
    const process = this.processes.get(id);
    if (!process) return notFound(id);
    if (process.exitCode !== null) return { status: "already_exited", sessionId: id, ...endOf(process) };
    this.finish(id, -15);
    this.#consume(process);
    return { status: "killed", sessionId: id, ...endOf(process), terminationSource: options.source ?? "process.kill" };
  }

  async list(filter: ListFilter = {}): Promise<readonly ListEntry[]> {
    return [...this.processes.values()].filter(({ options }) => isAsked(options, filter)).map(entryOf);
  }

  async get(id: string): Promise<ProcessView | null> {
    const process = this.processes.get(id);
    return process ? viewOf(process) : null;
  }

  async *follow(id: string, { from = 0, signal }: FollowOptions = {}): AsyncIterable<FollowChunk> {
    const process = this.#known(id);
    const stop = signal ?? new AbortController().signal;
    for (let cursor = from; ;) {
      await this.#until(() => process.output.length > cursor || process.exitCode !== null, stop);
      if (stop.aborted || cursor >= process.output.length) return;
      const text = process.output.slice(cursor, cursor + 65_536);
      cursor += text.length;
      this.followed++;
      yield { text, cursor };
    }
  }

  async screen(id: string): Promise<ScreenResult | NotFound> {
    const process = this.processes.get(id);
    if (!process) return notFound(id);
    return screenOf(process);
  }

  async write(id: string, data: string | Uint8Array): Promise<WriteResult> {
    const process = this.processes.get(id);
    if (!process) return notFound(id);
    process.input += Buffer.from(data as string).toString("latin1");
    return { status: "ok", bytesWritten: Buffer.byteLength(data) };
  }

  submit(id: string, data: string): Promise<WriteResult> {
    return this.write(id, `${data}\n`);
  }

  closeStdin(id: string): Promise<WriteResult> {
    return this.write(id, "");
  }

  async sendKeys(id: string, keys: readonly string[]): Promise<WriteResult> {
    return this.write(id, keys.join(" "));
  }

  paste(id: string, text: string): Promise<WriteResult> {
    return this.write(id, text);
  }

  sendSecret(id: string, secret: string): Promise<WriteResult> {
    return this.write(id, secret);
  }

  async resize(id: string, { rows, cols }: TerminalSize): Promise<ResizeResult> {
    return this.processes.has(id) ? { status: "ok", rows, cols } : notFound(id);
  }

  async restart(id: string): Promise<StartedProcess | NotFound> {
    const process = this.processes.get(id);
    return process ? this.start(process.options) : notFound(id);
  }

  async remove(id: string): Promise<RemoveResult> {
    return this.processes.delete(id) ? { status: "removed", sessionId: id } : notFound(id);
  }

  async pending(options: DrainOptions = {}): Promise<readonly ToldEvent[]> {
    return this.waiting.filter(({ event }) => isRoutedTo(event, options));
  }

  async drain(options: DrainOptions = {}): Promise<readonly ToldEvent[]> {
    const told = await this.pending(options);
    await this.acknowledge(told.map((one) => one.eventId));
    return told;
  }

  async *events({ signal, ...filter }: EventsOptions = {}): AsyncIterable<SubscribedEvent> {
    const given = new Set<string>();
    const next = (): ToldEvent | undefined =>
      this.waiting.find(({ eventId, event }) => !given.has(eventId) && isRoutedTo(event, filter));
    const stop = signal ?? new AbortController().signal;
    for (;;) {
      await this.#until(() => next() !== undefined, stop);
      const told = next();
      if (stop.aborted || told === undefined) return;
      given.add(told.eventId);
      yield { ...told, acknowledge: async () => (await this.acknowledge([told.eventId])) > 0 };
    }
  }

  async acknowledge(eventIds: readonly string[]): Promise<number> {
    const taken = this.waiting.filter((told) => eventIds.includes(told.eventId));
    for (const told of taken) this.waiting.splice(this.waiting.indexOf(told), 1);
    return taken.length;
  }

  async post(event: AsyncDelegationEvent): Promise<string> {
    const eventId = `posted-${event.delegationId}`;
    this.tell({ eventId, event, text: "posted" });
    return eventId;
  }

  async isWaiting(id: string): Promise<boolean> {
    return this.processes.get(id)?.exitCode === null;
  }

  async isCompletionConsumed(id: string): Promise<boolean> {
    return this.processes.get(id)?.consumed ?? false;
  }

  async waitForPendingCompletions({ signal }: PendingOptions = {}): Promise<PendingCompletions> {
    const awaited = [...this.processes.values()].filter(
      ({ exitCode, options }) => exitCode === null && options.notifyOnComplete === true,
    );
    await this.#until(() => awaited.every(({ exitCode }) => exitCode !== null), signal ?? new AbortController().signal);
    return lingered(awaited);
  }

  async unreadCompletionsOwnedBy(ownerTaskId: string): Promise<readonly UnreadProcess[]> {
    return unreadOf(this.processes.values(), ownerTaskId);
  }

  async takeWatchers(): Promise<readonly WatcherRequest[]> {
    return [];
  }

  async close(): Promise<void> {
    this.closed = true;
  }

  #known(id: string): FakeProcess {
    const process = this.processes.get(id);
    if (!process) throw new BellhopError("not_found", `No process with ID ${id}`);
    return process;
  }

  #consume(process: FakeProcess): void {
    process.consumed = true;
    const told = this.waiting.findIndex(({ event }) => event.sessionId === process.id);
    if (told !== -1) this.waiting.splice(told, 1);
  }

  async #until(holds: () => boolean, signal: AbortSignal): Promise<void> {
    this.asking++;
    await this.#wakers.until(holds, signal);
    this.asking--;
  }

  #wake(): void {
    this.#wakers.wake();
  }
}
