import { toCamelCase, toSnakeCase } from "../../base/case.ts";
import type {
  DrainOptions,
  EventsOptions,
  FollowOptions,
  KillOptions,
  ListFilter,
  LogOptions,
  StartOptions,
  SubscribedEvent,
  ToldEvent,
  WaitOptions,
} from "../../core/contract.ts";
import type {
  FollowChunk,
  KillResult,
  ListEntry,
  LogResult,
  NotFound,
  PollResult,
  ProcessView,
  RemoveResult,
  StartedProcess,
  StartResult,
  WaitResult,
  WriteResult,
} from "../../core/results.ts";
import { callerContext } from "../../base/caller.ts";
import type { DaemonIdentity, RemoteBellhop } from "./contract.ts";
import type * as Events from "./events.ts";
import type { Link } from "./link.ts";
import type * as Resume from "./resume.ts";

/** Operations that change nothing when they are repeated. */
const LOOKS: ReadonlySet<string> = new Set(["list", "poll", "log", "show", "daemon_status"]);
/** Streams that go on with the next daemon. */
const RESUMED: ReadonlySet<string> = new Set(["follow", "events"]);

/** A home through its daemon: translates the library's words to those of the wire, and back. */
export class Remote implements RemoteBellhop {
  readonly #link: Link;
  readonly #env: Readonly<Record<string, string | undefined>>;

  constructor(link: Link, env: Readonly<Record<string, string | undefined>>) {
    this.#link = link;
    this.#env = env;
  }

  get daemon(): DaemonIdentity {
    return this.#link.daemon;
  }

  async call(operation: string, input: object, signal?: AbortSignal): Promise<unknown> {
    if (operation === "wait") return (await resuming()).waitOn(this.#link, input, signal);
    if (operation === "acknowledge") return (await resuming()).acknowledgeOn(this.#link, input);
    const complete =
      operation === "start" && !("caller" in input) ? { ...input, caller: callerContext(this.#env) } : input;
    const answer = this.#link.call(operation, complete, signal && { signal });
    if (!LOOKS.has(operation)) return answer;
    return answer.catch(async (error: unknown) =>
      (await resuming()).repeatAfter(this.#link, error, { operation, input, signal }),
    );
  }

  async *stream(operation: string, input: object, signal?: AbortSignal): AsyncIterable<unknown> {
    if (RESUMED.has(operation)) yield* (await resuming()).streamOn(this.#link, { operation, input, signal });
    else yield* this.#link.stream(operation, input, signal && { signal });
  }

  async start(options: StartOptions): Promise<StartedProcess> {
    return withId(await this.#ask<StartResult>("start", options));
  }

  poll(id: string): Promise<PollResult | NotFound> {
    return this.#ask("poll", { sessionId: id });
  }

  log(id: string, options: LogOptions = {}): Promise<LogResult | NotFound> {
    return this.#ask("log", { ...options, sessionId: id });
  }

  wait(id: string, { signal, ...options }: WaitOptions = {}): Promise<WaitResult> {
    return this.#ask("wait", { ...options, sessionId: id }, signal);
  }

  kill(id: string, options: KillOptions = {}): Promise<KillResult> {
    return this.#ask("kill", { ...options, sessionId: id });
  }

  async list(filter: ListFilter = {}): Promise<readonly ListEntry[]> {
    return (await this.#ask<{ readonly processes: readonly ListEntry[] }>("list", filter)).processes;
  }

  async get(id: string): Promise<ProcessView | null> {
    const view = await this.#ask<ProcessView | NotFound>("show", { sessionId: id });
    return view.status === "not_found" ? null : view;
  }

  async *follow(id: string, { signal, ...options }: FollowOptions = {}): AsyncIterable<FollowChunk> {
    const input = toSnakeCase({ ...options, sessionId: id }) as object;
    for await (const chunk of this.stream("follow", input, signal)) yield toCamelCase(chunk) as FollowChunk;
  }

  write(id: string, data: string | Uint8Array): Promise<WriteResult> {
    const content = typeof data === "string" ? { data } : { dataBase64: Buffer.from(data).toString("base64") };
    return this.#ask("write", { sessionId: id, ...content });
  }

  submit(id: string, data: string): Promise<WriteResult> {
    return this.#ask("submit", { sessionId: id, data });
  }

  closeStdin(id: string): Promise<WriteResult> {
    return this.#ask("close_stdin", { sessionId: id });
  }

  async restart(id: string): Promise<StartedProcess | NotFound> {
    const answer = await this.#ask<StartResult | NotFound>("restart", { sessionId: id });
    return answer.status === "not_found" ? answer : withId(answer);
  }

  remove(id: string): Promise<RemoveResult> {
    return this.#ask("remove", { sessionId: id });
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

  async acknowledge(eventIds: readonly string[]): Promise<number> {
    return (await (await taking()).acknowledge(this, eventIds)).size;
  }

  async close(): Promise<void> {
    this.#link.close();
  }

  async #ask<Result>(operation: string, input: object, signal?: AbortSignal): Promise<Result> {
    return toCamelCase(await this.call(operation, toSnakeCase(input) as object, signal)) as Result;
  }
}

/** Loaded when they are needed: most programs ask one thing and end. */
const resuming = (): Promise<typeof Resume> => import("./resume.ts");
const taking = (): Promise<typeof Events> => import("./events.ts");

/** In the library the id is also called `id`. */
function withId(started: StartResult): StartedProcess {
  return { ...started, id: started.sessionId };
}
