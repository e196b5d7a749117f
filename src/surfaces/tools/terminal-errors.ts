import { callerContext } from "../../base/caller.ts";
import { isBellhopError, messageOf } from "../../core/errors.ts";
import { redactOutput } from "../../core/redact/redact.ts";
import { secretValues } from "../../core/redact/secret-name.ts";
import { OwnProcesses } from "./own-processes.ts";
import type { TerminalMeans } from "./terminal-means.ts";
import type { ToolCaller } from "./tool.ts";

/** The answer for a command that was not started: an error, never "started" (behaviour 10.4). */
export async function notStarted(means: TerminalMeans, error: unknown, what: string): Promise<object> {
  const message = await withoutStrangers(means, error);
  return { output: "", exit_code: -1, error: redactedError(`Failed to start ${what}: ${message}`, means.caller) };
}

/** Errors quote what was given. They are masked also where the user has turned it off (original). */
export function redactedError(message: string, { caller = callerContext() }: ToolCaller): string {
  return redactOutput(message, { values: secretValues(caller.env) });
}

/** A name that a stranger's process has must not tell its id. */
async function withoutStrangers({ bellhop, caller }: TerminalMeans, error: unknown): Promise<string> {
  const message = messageOf(error);
  if (!isBellhopError(error) || error.code !== "invalid_argument") return message;
  const own = new OwnProcesses(bellhop, caller);
  for (const [id] of message.matchAll(/proc_[0-9a-f]+/g))
    if ((await own.find(id)) === null)
      return "Somebody else's process that runs already has that name. Choose another name.";
  return message;
}
