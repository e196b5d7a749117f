import { invalidArgument } from "../../../core/errors.ts";
import type { StartResult } from "../../../core/results.ts";
import type { Context, Invocation } from "../context.ts";
import { ask, withRemote } from "../remote.ts";
import { EXIT, note } from "../report.ts";
import { commandLine } from "../shell-words.ts";
import { jsonLine } from "../text/sanitize.ts";

/** `bellhop run`: starts a command and prints its id; with `--wait` or `--follow` it stays until the end. */
export async function run(context: Context, invocation: Invocation): Promise<number> {
  const { options, json } = invocation;
  const input = startInput(context, invocation);
  // Loaded before the start: from the moment that there is a process, Ctrl-C must let go of it and say so.
  const stays = options.flag("wait") || options.flag("follow") ? await import("../stay.ts") : undefined;
  return withRemote(context, invocation, async (remote) => {
    const started = await ask<StartResult>(remote, "start", input);
    if (started.value.note) note(context.terminal, started.value.note);
    if (stays && options.flag("follow")) return stays.followToEnd({ context, remote, json }, started);
    if (stays) return stays.waitToEnd({ context, remote, json }, started);
    await context.terminal.out(json ? jsonLine(started.wire) : `${started.value.sessionId}\n`);
    return EXIT.ok;
  });
}

/** The input of `start`, `snake_case`. */
function startInput(context: Context, { operands, options }: Invocation): object {
  const command = commandLine(operands);
  if (command.trim() === "") throw invalidArgument("The command", "at least one word", command);
  return {
    command,
    cwd: options.text("cwd"),
    env: variables(options.list("env")),
    stdin: options.flag("stdin") ? "pipe" : undefined,
    shell: options.text("shell"),
    name: options.text("name"),
    owner_task_id: options.text("owner"),
    session_key: options.text("session"),
    notify_on_complete: options.flag("notify") || undefined,
    persist_on_release: options.flag("persist") || undefined,
    log_max_bytes: options.number("log-max-bytes"),
    caller: context.caller(),
  };
}

function variables(pairs: readonly string[]): Readonly<Record<string, string>> | undefined {
  if (pairs.length === 0) return undefined;
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]));
}
