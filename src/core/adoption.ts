import type { StartOptions } from "./contract.ts";

/** How a running child is taken over. */
export interface AdoptOptions extends Pick<
  StartOptions,
  | "name"
  | "taskId"
  | "ownerTaskId"
  | "sessionKey"
  | "parentSessionId"
  | "notifyOnComplete"
  | "completionOutputChars"
  | "persistOnRelease"
  | "logMaxBytes"
  | "watchPatterns"
  | "heartbeatSeconds"
  | "watcher"
  | "onExit"
  | "notifyUrl"
  | "notifySecret"
> {
  /** What it runs, for people. */
  readonly command: string;
  readonly cwd: string;
  /** What was read of its output before. */
  readonly outputSoFar?: string | Uint8Array;
}
