import type { CallerContext } from "../../core/contract.ts";
import type { EventRoute } from "../../core/notify/event.ts";

/** Whose turn it is: what the model's arguments cannot say. */
export interface ToolCaller {
  /** The sandbox key of the task. */
  readonly taskId?: string;
  /** The task itself, when it is another one. */
  readonly ownerTaskId?: string;
  /** The conversation. */
  readonly sessionKey?: string;
  /** The conversation that may read the result later. */
  readonly parentSessionId?: string;
  /** The chat that a gateway shows its events in. Default: what the session variables in `caller.env` say. */
  readonly watcher?: Partial<EventRoute>;
  /** Environment, directory and umask that a command takes over, and where limits of the tools are looked up. Default: this program's. */
  readonly caller?: CallerContext;
  /** Where its commands run (`docker:NAME`, `ssh://…`, a name from the configuration). @default this host */
  readonly environment?: string;
  /** Whose processes it can name: its own, or (for an operator) all. @default "own" */
  readonly scope?: "own" | "all";
  /** It works for another agent, which is told in its place: no notice is promised. @default false */
  readonly isSubagent?: boolean;
  /** Who gets what is handed off. */
  readonly parentTaskId?: string;
  /** The conversation of that one, which is told of the ending then. Default: `sessionKey`. */
  readonly parentSessionKey?: string;
  /** Whether it can be told anything after its turn: not a one-shot program, a cron job, a request over HTTP. @default true */
  readonly canReceiveEvents?: boolean;
}

export interface ToolRunOptions {
  /** Takes the call back. A `wait` ends and leaves its process alone; a command in the foreground is killed. */
  readonly signal?: AbortSignal;
  /** A message of the user has arrived: a `wait` ends, and a command in the foreground goes on in the background. */
  readonly yieldSignal?: AbortSignal;
}

/** A tool as any SDK takes it. */
export interface Tool {
  readonly name: string;
  /** What the model reads. */
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Never rejects: what went wrong is in the JSON, as `error`, in words for the model. */
  run(args: unknown, options?: ToolRunOptions): Promise<string>;
}
