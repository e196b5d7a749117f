import type { ScreenResult } from "../../../core/results.ts";
import type { Context, Invocation } from "../context.ts";
import { askExisting, withRemote } from "../remote.ts";
import { EXIT } from "../report.ts";
import { jsonLine, onlyColours, plainOutput } from "../text/sanitize.ts";

/** `bellhop screen`: the rows of the terminal of a process, and nothing else. */
export async function screen(context: Context, invocation: Invocation): Promise<number> {
  const session_id = invocation.operands[0] ?? "";
  const colors = invocation.options.flag("colors");
  return withRemote(context, invocation, async (remote) => {
    const { wire, value } = await askExisting<ScreenResult>(remote, "screen", { session_id, colors });
    await context.terminal.out(invocation.json ? jsonLine(wire) : page(value));
    return EXIT.ok;
  });
}

function page({ ansi, rows }: ScreenResult): string {
  return `${ansi === undefined ? plainOutput(rows.join("\n")) : onlyColours(ansi)}\n`;
}
