import { isProcessId } from "../ids.ts";

const MOMENT_DIGITS = 13;
const COMPLETION = "completion";

/**
 * The id of a completion. It follows from the ending alone, so that a crash between writing the event and writing the
 * record cannot make two of it. Ids sort in the order of the endings.
 */
export function completionEventId(id: string, endedAtMs: number): string {
  return `${String(Math.max(0, Math.trunc(endedAtMs))).padStart(MOMENT_DIGITS, "0")}-${id}-${COMPLETION}`;
}

/** The process of a completion's id; empty when it is not the id of a completion. */
export function completionIdOf(eventId: string): readonly string[] {
  const [, id = "", type] = eventId.split("-");
  return type === COMPLETION && isProcessId(id) ? [id] : [];
}
