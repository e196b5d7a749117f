import type { ProcessSpec } from "../core/record.ts";
import type { Context, Tracked } from "./context.ts";

/** What is watched and waited for, word for word: the record has it redacted, since a pattern may be a secret. */
export function askedOf({ ports }: Context, { record }: Tracked): Pick<ProcessSpec, "watchPatterns" | "ready"> {
  return ports.store.spec(record.id) ?? record;
}
