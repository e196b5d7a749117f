import { BellhopError } from "../core/errors.ts";
import { resolveId } from "../core/ids.ts";
import type { NotFound } from "../core/results.ts";
import type { Context, Tracked } from "./context.ts";
import { factsOf, redacted } from "./tell.ts";

/** The process of an id, a unique prefix or a name. Null when nothing matches; throws `ambiguous_id` when more than one process does. */
export function find(context: Context, id: unknown): Tracked | null {
  if (typeof id !== "string") return null;
  const exact = context.tracked.get(id);
  if (exact !== undefined) return exact;
  const candidates = [...context.tracked.values()].toReversed().map((tracked) => ({
    id: tracked.record.id,
    name: isNamed(context, tracked, id.trim()) ? id.trim() : tracked.record.name,
    running: tracked.record.state.phase !== "ended",
  }));
  const found = resolveId(id, candidates);
  if (found.kind === "ambiguous") {
    throw new BellhopError(
      "ambiguous_id",
      `"${id}" is the beginning of ${found.ids.length} ids: ${found.ids.slice(0, 10).join(", ")}. Give more of it.`,
    );
  }
  return found.kind === "found" ? (context.tracked.get(found.id) ?? null) : null;
}

/** Whether it was given this name. A name that looks like a secret is kept masked: it has the same mask then. */
export function isNamed(context: Context, tracked: Tracked, name: string): boolean {
  const own = tracked.record.name;
  if (own === name) return true;
  return MASKED.test(own) && redacted(context, name, { ...factsOf(context, tracked), force: true }) === own;
}

const MASKED = /\*\*\*|\.\.\.|«/;

/** Null also when the id is ambiguous: a question is answered with no then (original). */
export function findOne(context: Context, id: string): Tracked | null {
  try {
    return find(context, id);
  } catch {
    return null;
  }
}

export function notFound(id: string): NotFound {
  return { status: "not_found", error: `No process with ID ${id}` };
}

/** Does something with the process that is meant, or answers that there is none. */
export async function onProcess<T>(
  context: Context,
  id: string,
  act: (tracked: Tracked) => T | Promise<T>,
): Promise<T | NotFound> {
  const tracked = find(context, id);
  return tracked === null ? notFound(id) : act(tracked);
}
