import type { StartResult } from "../../../core/results.ts";
import type { Context, Invocation } from "../context.ts";
import { ask, withRemote } from "../remote.ts";
import { EXIT, note } from "../report.ts";
import { startInput } from "../start-input.ts";
import { jsonLine } from "../text/sanitize.ts";

/** `bellhop run`: starts a command and prints its id; with `--wait`, `--follow` or `--wait-ready` it stays for a while. */
export async function run(context: Context, invocation: Invocation): Promise<number> {
  const { options, json } = invocation;
  const input = startInput(context, invocation);
  // Loaded before the start: from the moment that there is a process, Ctrl-C must let go of it and say so.
  const isStaying = ["wait", "follow", "wait-ready"].some((name) => options.flag(name));
  const stays = isStaying ? await import("../stay.ts") : undefined;
  return withRemote(context, invocation, async (remote) => {
    const started = await ask<StartResult>(remote, "start", input);
    for (const sentence of notesOf(started.value)) note(context.terminal, sentence);
    const stay = { context, remote, json };
    if (stays && options.flag("wait-ready")) return stays.waitUntilReady(stay, started);
    if (stays && options.flag("follow")) return stays.followToEnd(stay, started);
    if (stays) return stays.waitToEnd(stay, started);
    await context.terminal.out(json ? jsonLine(started.wire) : `${started.value.sessionId}\n`);
    return EXIT.ok;
  });
}

/** What the caller should know: another directory, the same command that runs already, patterns that were dropped. */
function notesOf({ note: sentence, watchPatternsIgnored }: StartResult): readonly string[] {
  return [sentence, watchPatternsIgnored].filter((one) => one !== undefined);
}
