import { messageOf, systemCode } from "../core/errors.ts";
import type { WriteResult } from "../core/results.ts";
import type { Context, Tracked } from "./context.ts";
import { noteTyped } from "./typed.ts";

/** Writes bytes as given. What the pipe does not take now is told, not kept: the caller decides what to do with it. */
export function write(context: Context, tracked: Tracked, bytes: Uint8Array): WriteResult {
  const refused = refusal(tracked);
  if (refused !== null) return refused;
  const { record } = tracked;
  noteTyped(tracked);
  try {
    const bytesWritten = context.ports.launcher.write(context.ports.store.directory(record.id), bytes);
    if (bytesWritten === bytes.length) return { status: "ok", bytesWritten };
    return {
      status: "error",
      bytesWritten,
      reason: "full",
      error: `${record.id} does not read its input: its pipe took ${bytesWritten} of ${bytes.length} bytes. Send the rest when it reads again.`,
    };
  } catch (error) {
    const closed = systemCode(error) === "ENXIO" || systemCode(error) === "EPIPE";
    return {
      status: "error",
      bytesWritten: 0,
      ...(closed ? { reason: "closed" as const } : {}),
      error: closed ? `${record.id} has closed its input; it reads no more.` : messageOf(error),
    };
  }
}

/** End of file. Idempotent. */
export function closeStdin(context: Context, tracked: Tracked): WriteResult {
  const refused = refusal(tracked);
  if (refused !== null) return refused;
  context.ports.launcher.closeStdin(context.ports.store.directory(tracked.record.id));
  return { status: "ok" };
}

function refusal({ record }: Tracked): WriteResult | null {
  if (record.state.phase === "ended") return { status: "already_exited", error: `${record.id} has already ended.` };
  if (record.stdin === "pipe") return null;
  return {
    status: "error",
    reason: "no_input",
    error: `${record.id} was started without an input. Start it with stdin "pipe" (\`bellhop run --stdin\`) to write to it.`,
  };
}
