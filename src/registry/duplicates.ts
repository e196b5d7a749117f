import type { ProcessRecord, ProcessSpec } from "../core/record.ts";
import type { Context, Tracked } from "./context.ts";
import { portsById } from "./ports.ts";

/**
 * What runs the same command in the same directory already, for the same owner or conversation: an agent that starts its
 * server again and again is told (original #79171). Commands that differ only in a secret are different.
 */
export function alreadyRunning(context: Context, record: ProcessRecord, spec: ProcessSpec): readonly Tracked[] {
  return [...context.tracked.values()].filter(
    ({ record: other }) =>
      (other.state.phase === "starting" || other.state.phase === "running") &&
      other.command === record.command &&
      other.cwd === record.cwd &&
      other.elsewhere?.environment === record.elsewhere?.environment &&
      isOfSame(record, other) &&
      context.ports.store.spec(other.id)?.command === spec.command,
  );
}

/** Who says nothing about itself is one with all others that do not. */
function isOfSame(one: ProcessRecord, other: ProcessRecord): boolean {
  if (one.ownerTaskId === "" && one.sessionKey === "") return other.ownerTaskId === "" && other.sessionKey === "";
  return (
    (one.ownerTaskId !== "" && one.ownerTaskId === other.ownerTaskId) ||
    (one.sessionKey !== "" && one.sessionKey === other.sessionKey)
  );
}

/** Names them, and what they listen on. */
export async function duplicateNote(context: Context, same: readonly Tracked[]): Promise<string> {
  const ports = await portsById(context);
  const names = same.map(({ record: { id } }) => {
    const own = ports.get(id) ?? [];
    return own.length > 0 ? `${id} (listens on ${own.join(", ")})` : id;
  });
  const [verb, it] = same.length > 1 ? ["run", "one of them"] : ["runs", "that one"];
  return `${names.join(", ")} already ${verb} the same command in the same directory. This is another one: use ${it} and end this, if you do not need both.`;
}
