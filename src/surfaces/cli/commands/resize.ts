import { BellhopError, invalidArgument } from "../../../core/errors.ts";
import type { ResizeResult } from "../../../core/results.ts";
import type { Context, Invocation } from "../context.ts";
import { askExisting, withRemote } from "../remote.ts";
import { EXIT } from "../report.ts";
import { jsonLine } from "../text/sanitize.ts";

/** `bellhop resize`: the size of the terminal of a process. */
export async function resize(context: Context, invocation: Invocation): Promise<number> {
  const [session_id = "", rows = "", cols = ""] = invocation.operands;
  const size = { rows: side("rows", rows), cols: side("cols", cols) };
  return withRemote(context, invocation, async (remote) => {
    const { wire, value } = await askExisting<ResizeResult>(remote, "resize", { session_id, ...size });
    if (invocation.json) await context.terminal.out(jsonLine(wire));
    if (value.status === "ok") return EXIT.ok;
    throw new BellhopError("internal", value.error ?? `The size was not set: ${value.status}.`);
  });
}

/** The operation knows the bounds. */
function side(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw invalidArgument(name, "a whole number", text);
  return Number(text);
}
