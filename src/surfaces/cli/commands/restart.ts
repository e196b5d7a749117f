import type { StartResult } from "../../../core/results.ts";
import type { Context, Invocation } from "../context.ts";
import { askExisting, withRemote } from "../remote.ts";
import { EXIT, note } from "../report.ts";
import { jsonLine } from "../text/sanitize.ts";

/** `bellhop restart`: the same command, directory and environment again; prints the new id. */
export async function restart(context: Context, invocation: Invocation): Promise<number> {
  const id = invocation.operands[0] ?? "";
  return withRemote(context, invocation, async (remote) => {
    const { wire, value } = await askExisting<StartResult>(remote, "restart", { session_id: id });
    if (value.note) note(context.terminal, value.note);
    await context.terminal.out(invocation.json ? jsonLine(wire) : `${value.sessionId}\n`);
    return EXIT.ok;
  });
}
