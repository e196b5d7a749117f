import type { BellhopEvent } from "../core/notify/event.ts";
import { QUEUE_TOPIC } from "./bell.ts";
import type { Context, Hush } from "./context.ts";

/**
 * While `act` is at work nobody is given the completions of these processes, which wait in the queue: its answer tells
 * them, and consumes them, or else they are given afterwards. Whoever listens would be told twice otherwise.
 */
export async function quietly<Result>(
  context: Context,
  { ids, all = false }: { readonly ids: readonly string[]; readonly all?: boolean },
  act: () => Promise<Result>,
): Promise<Result> {
  const hush: Hush = { ids: new Set(ids), all };
  context.hushed.add(hush);
  try {
    return await act();
  } finally {
    context.hushed.delete(hush);
    context.bell.ring(QUEUE_TOPIC);
  }
}

export function isHushed(context: Context, event: BellhopEvent): boolean {
  const { type, sessionId = "" } = event;
  for (const { ids, all } of context.hushed) if (ids.has(sessionId) && (all || type === "completion")) return true;
  return false;
}
