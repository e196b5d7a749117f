import { invalidArgument } from "../../../core/errors.ts";
import type { StartResult } from "../../../core/results.ts";
import type { Context, Invocation, Remote } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { ask, withRemote } from "../remote.ts";
import type { Answer } from "../remote.ts";
import { note } from "../report.ts";
import { commandLine } from "../shell-words.ts";
import { jsonLine } from "../text/sanitize.ts";

/** `bellhop run`: starts a command and prints its id; with `--wait` or `--follow` it stays until the end. */
export async function run(context: Context, invocation: Invocation): Promise<number> {
  const input = startInput(context, invocation);
  return withRemote(context, invocation, async (remote) => {
    const started = await ask<StartResult>(remote, "start", input);
    if (started.value.note) note(context.terminal, started.value.note);
    return afterStart({ context, invocation, remote }, started);
  });
}

interface Running {
  readonly context: Context;
  readonly invocation: Invocation;
  readonly remote: Remote;
}

async function afterStart({ context, invocation, remote }: Running, started: Answer<StartResult>): Promise<number> {
  const { terminal } = context;
  const { json, options } = invocation;
  const id = started.value.sessionId;
  if (options.flag("follow")) {
    if (json) await terminal.out(jsonLine(started.wire));
    else terminal.err(`${id}\n`);
    return (await import("../stay.ts")).followToEnd({ context, remote, json }, started.value);
  }
  if (!options.flag("wait")) {
    await terminal.out(json ? jsonLine(started.wire) : `${id}\n`);
    return EXIT.ok;
  }
  if (!json) await terminal.out(`${id}\n`);
  return (await import("../stay.ts")).waitToEnd({ context, remote, json }, started.value);
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
