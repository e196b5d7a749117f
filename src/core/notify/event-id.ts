import { isProcessId } from "../ids.ts";

const MOMENT_DIGITS = 13;
const COMPLETION = "completion";
/** Digits sort before the letters of a completion. */
const SEQ_DIGITS = 8;

/**
 * The id of a completion. It follows from the ending alone, so that a crash between writing the event and writing the
 * record cannot make two of it. Ids sort in the order of the endings.
 */
export function completionEventId(id: string, endedAtMs: number): string {
  return `${moment(endedAtMs)}-${id}-${COMPLETION}`;
}

/** The process of a completion's id; empty when it is not the id of a completion. */
export function completionIdOf(eventId: string): readonly string[] {
  const [, id = "", type] = eventId.split("-");
  return type === COMPLETION && isProcessId(id) ? [id] : [];
}

/** The id of any other event of a process: it sorts before the completion of the same moment, and `seq` makes it the only one. */
export function noticeEventId(
  id: string,
  atMs: number,
  { seq, type }: { readonly seq: number; readonly type: string },
): string {
  return `${moment(atMs)}-${id}-${String(seq).padStart(SEQ_DIGITS, "0")}_${type}`;
}

/** The id of an event that is about no process. `number` makes it the only one of its moment. */
export function flowEventId(atMs: number, number: number, type: string): string {
  return `${moment(atMs)}-all-${String(number).padStart(SEQ_DIGITS, "0")}_${type}`;
}

function moment(atMs: number): string {
  return String(Math.max(0, Math.trunc(atMs))).padStart(MOMENT_DIGITS, "0");
}
