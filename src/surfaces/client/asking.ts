import { toCamelCase, toSnakeCase } from "../../base/case.ts";
import type { DaemonIdentity } from "./contract.ts";
import type { Link } from "./link.ts";
import type * as Resume from "./resume.ts";
import { withCaller } from "./with-caller.ts";

/** Operations that change nothing when they are repeated. */
const LOOKS: ReadonlySet<string> = new Set([
  "list",
  "poll",
  "log",
  "show",
  "usage",
  "event_history",
  "tree",
  "screen",
  "daemon_status",
  "is_waiting",
  "is_completion_consumed",
  "unread_completions",
  "has_active_for_session",
  "snapshot_running_ids",
  "running_owned_by",
  "has_active_processes",
  "has_any_active",
  "count_running",
]);
/** Operations that go on with the next daemon, for the rest of their time. */
const WAITS: ReadonlySet<string> = new Set(["wait", "wait_many"]);
/** Streams that go on with the next daemon. */
const RESUMED: ReadonlySet<string> = new Set(["follow", "events"]);

/** Asks a daemon, and goes on with the next one where that is possible. */
export class Asking {
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
    if (WAITS.has(operation)) return (await resuming()).waitOn(this.#link, { operation, input, signal });
    if (operation === "wait_for_pending_completions") return (await resuming()).lingerOn(this.#link, input, signal);
    if (operation === "acknowledge") return (await resuming()).acknowledgeOn(this.#link, input);
    const answer = this.#link.call(operation, withCaller(operation, input, this.#env), signal && { signal });
    if (!LOOKS.has(operation)) return answer;
    return answer.catch(async (error: unknown) =>
      (await resuming()).repeatAfter(this.#link, error, { operation, input, signal }),
    );
  }

  async *stream(operation: string, input: object, signal?: AbortSignal): AsyncIterable<unknown> {
    if (RESUMED.has(operation)) yield* (await resuming()).streamOn(this.#link, { operation, input, signal });
    else yield* this.#link.stream(operation, input, signal && { signal });
  }

  async close(): Promise<void> {
    this.#link.close();
  }

  /** One operation in the words of the library. */
  protected async ask<Result>(operation: string, input: object, signal?: AbortSignal): Promise<Result> {
    return toCamelCase(await this.call(operation, toSnakeCase(input) as object, signal)) as Result;
  }
}

/** Loaded when it is needed: most programs ask one thing and end. */
const resuming = (): Promise<typeof Resume> => import("./resume.ts");
