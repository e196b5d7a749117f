import { toCamelCase, toSnakeCase } from "../../base/case.ts";
import type {
  DrainOptions,
  EventFilter,
  EventsOptions,
  FollowOptions,
  KillOptions,
  ListFilter,
  LogOptions,
  PastEvent,
  PendingOptions,
  ScreenOptions,
  StartOptions,
  SubscribedEvent,
  ToldEvent,
  WaitManyOptions,
  WaitOptions,
} from "../../core/contract.ts";
import type { AsyncDelegationEvent } from "../../core/notify/delegation.ts";
import type { KillAllOptions, TransferOptions } from "../../core/owner.ts";
import type { TerminalSize } from "../../core/record.ts";
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
  StartResult,
  TreeResult,
  UnreadProcess,
  UsageResult,
  WaitManyResult,
  WaitResult,
  WatcherRequest,
  WriteResult,
} from "../../core/results.ts";
import { Asking } from "./asking.ts";
import type { RemoteBellhop } from "./contract.ts";
import type * as Events from "./events.ts";
import type * as Waiting from "./waiting.ts";

/** A home through its daemon: translates the library's words to those of the wire, and back. */
export class Remote extends Asking implements RemoteBellhop {
  async start(options: StartOptions): Promise<StartedProcess> {
    return withId(await this.ask<StartResult>("start", options));
  }

  poll(id: string): Promise<PollResult | NotFound> {
    return this.ask("poll", { sessionId: id });
  }

  log(id: string, options: LogOptions = {}): Promise<LogResult | NotFound> {
    return this.ask("log", { ...options, sessionId: id });
  }

  async wait(id: string, options: WaitOptions = {}): Promise<WaitResult> {
    const { eitherSignal, waitInput, yielded } = await waiting();
    const input = { ...waitInput(options), sessionId: id };
    const answer = await this.ask<WaitResult>("wait", input, eitherSignal(options));
    return isYielded(answer, options) ? yielded(this, id) : answer;
  }

  async waitMany(ids: readonly string[], options: WaitManyOptions = {}): Promise<WaitManyResult> {
    const { eitherSignal, waitInput, yieldedMany } = await waiting();
    const input = { ...waitInput(options), sessionIds: ids };
    const answer = await this.ask<WaitManyResult>("wait_many", input, eitherSignal(options));
    return isYielded(answer, options) ? yieldedMany(this, ids, options) : answer;
  }

  kill(id: string, options: KillOptions = {}): Promise<KillResult> {
    return this.ask("kill", { ...options, sessionId: id });
  }

  async list(filter: ListFilter = {}): Promise<readonly ListEntry[]> {
    return (await this.ask<{ readonly processes: readonly ListEntry[] }>("list", filter)).processes;
  }

  async get(id: string): Promise<ProcessView | null> {
    const view = await this.ask<ProcessView | NotFound>("show", { sessionId: id });
    return view.status === "not_found" ? null : view;
  }

  usage(id: string): Promise<UsageResult | NotFound> {
    return this.ask("usage", { sessionId: id });
  }

  tree(id: string): Promise<TreeResult | NotFound> {
    return this.ask("tree", { sessionId: id });
  }

  async *follow(id: string, { signal, ...options }: FollowOptions = {}): AsyncIterable<FollowChunk> {
    const input = toSnakeCase({ ...options, sessionId: id }) as object;
    for await (const chunk of this.stream("follow", input, signal)) yield toCamelCase(chunk) as FollowChunk;
  }

  screen(id: string, options: ScreenOptions = {}): Promise<ScreenResult | NotFound> {
    return this.ask("screen", { ...options, sessionId: id });
  }

  write(id: string, data: string | Uint8Array): Promise<WriteResult> {
    const content = typeof data === "string" ? { data } : { dataBase64: Buffer.from(data).toString("base64") };
    return this.ask("write", { sessionId: id, ...content });
  }

  submit(id: string, data: string): Promise<WriteResult> {
    return this.ask("submit", { sessionId: id, data });
  }

  closeStdin(id: string): Promise<WriteResult> {
    return this.ask("close_stdin", { sessionId: id });
  }

  sendKeys(id: string, keys: readonly string[]): Promise<WriteResult> {
    return this.ask("send_keys", { sessionId: id, keys });
  }

  paste(id: string, text: string): Promise<WriteResult> {
    return this.ask("paste", { sessionId: id, text });
  }

  sendSecret(id: string, secret: string, options: { readonly enter?: boolean } = {}): Promise<WriteResult> {
    return this.ask("send_secret", { ...options, sessionId: id, secret });
  }

  resize(id: string, { rows, cols }: TerminalSize): Promise<ResizeResult> {
    return this.ask("resize", { sessionId: id, rows, cols });
  }

  async restart(id: string): Promise<StartedProcess | NotFound> {
    const answer = await this.ask<StartResult | NotFound>("restart", { sessionId: id });
    return answer.status === "not_found" ? answer : withId(answer);
  }

  remove(id: string): Promise<RemoveResult> {
    return this.ask("remove", { sessionId: id });
  }

  async pending(options: DrainOptions = {}): Promise<readonly ToldEvent[]> {
    return (await taking()).pending(this, options);
  }

  async drain(options: DrainOptions = {}): Promise<readonly ToldEvent[]> {
    return (await taking()).drain(this, options);
  }

  async *events({ signal, ...filter }: EventsOptions = {}): AsyncIterable<SubscribedEvent> {
    for await (const item of this.stream("events", toSnakeCase(filter) as object, signal)) {
      const told = toCamelCase(item) as ToldEvent;
      yield { ...told, acknowledge: async () => (await this.acknowledge([told.eventId])) > 0 };
    }
  }

  async eventHistory(filter: EventFilter = {}): Promise<readonly PastEvent[]> {
    return (await this.ask<{ readonly events: readonly PastEvent[] }>("event_history", filter)).events;
  }

  async acknowledge(eventIds: readonly string[]): Promise<number> {
    return (await (await taking()).acknowledge(this, eventIds)).size;
  }

  async post(event: AsyncDelegationEvent): Promise<string> {
    return (await this.ask<{ readonly eventId: string }>("post", { event })).eventId;
  }

  async isWaiting(id: string): Promise<boolean> {
    return (await this.ask<{ readonly waiting: boolean }>("is_waiting", { sessionId: id })).waiting;
  }

  async isCompletionConsumed(id: string): Promise<boolean> {
    return (await this.ask<{ readonly consumed: boolean }>("is_completion_consumed", { sessionId: id })).consumed;
  }

  waitForPendingCompletions({ signal, ...options }: PendingOptions = {}): Promise<PendingCompletions> {
    return this.ask("wait_for_pending_completions", options, signal);
  }

  async unreadCompletionsOwnedBy(ownerTaskId: string): Promise<readonly UnreadProcess[]> {
    const answer = await this.ask<{ readonly processes: readonly UnreadProcess[] }>("unread_completions", {
      ownerTaskId,
    });
    return answer.processes;
  }

  async hasActiveForSession(sessionKey: string, maxAgeSeconds?: number): Promise<boolean> {
    const input = { sessionKey, maxAgeSeconds };
    return (await this.ask<{ readonly active: boolean }>("has_active_for_session", input)).active;
  }

  async killAll(options: KillAllOptions = {}): Promise<number> {
    return (await this.ask<{ readonly ended: number }>("kill_all", options)).ended;
  }

  async snapshotRunningIds(taskId: string): Promise<readonly string[]> {
    return (await this.ask<{ readonly sessionIds: readonly string[] }>("snapshot_running_ids", { taskId })).sessionIds;
  }

  async killStartedSince(
    taskId: string,
    baseline: readonly string[],
    { source }: { readonly source: string },
  ): Promise<number> {
    const input = { taskId, baseline, source };
    return (await this.ask<{ readonly ended: number }>("kill_started_since", input)).ended;
  }

  async transferOwnership(id: string, options: TransferOptions): Promise<boolean> {
    const input = { ...options, sessionId: id };
    return (await this.ask<{ readonly transferred: boolean }>("transfer_ownership", input)).transferred;
  }

  async runningOwnedBy(ownerTaskId: string): Promise<readonly ListEntry[]> {
    const input = { ownerTaskId };
    return (await this.ask<{ readonly processes: readonly ListEntry[] }>("running_owned_by", input)).processes;
  }

  async hasActiveProcesses(ownerTaskId: string): Promise<boolean> {
    return (await this.ask<{ readonly active: boolean }>("has_active_processes", { ownerTaskId })).active;
  }

  async hasAnyActive(): Promise<boolean> {
    return (await this.ask<{ readonly active: boolean }>("has_any_active", {})).active;
  }

  async countRunning(): Promise<number> {
    return (await this.ask<{ readonly count: number }>("count_running", {})).count;
  }

  async takeWatchers(): Promise<readonly WatcherRequest[]> {
    return (await this.ask<{ readonly watchers: readonly WatcherRequest[] }>("take_watchers", {})).watchers;
  }
}

/** Loaded when they are needed: most programs ask one thing and end. */
const waiting = (): Promise<typeof Waiting> => import("./waiting.ts");
const taking = (): Promise<typeof Events> => import("./events.ts");

/** The wait was taken back because the user has sent a message, not because nobody wants its answer any more. */
function isYielded({ status }: { readonly status: string }, { signal, yieldSignal }: WaitOptions): boolean {
  return status === "interrupted" && yieldSignal?.aborted === true && signal?.aborted !== true;
}

/** In the library the id is also called `id`. */
function withId(started: StartResult): StartedProcess {
  return { ...started, id: started.sessionId };
}
