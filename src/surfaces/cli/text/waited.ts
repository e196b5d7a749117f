import type { WaitResult, WaitStatus } from "../../../core/results.ts";
import { afterHowLong, endingSentence } from "./ending.ts";
import { oneLine } from "./sanitize.ts";

/** Whether the wait has its answer: the ending, or a condition. */
export function isAnswered({ status }: WaitResult): boolean {
  return status === "exited" || status in WORDS;
}

/** Why a wait on a process returned, as the rest of a sentence that begins with its id. */
export function whyWaited(waited: WaitResult, startedAt: string | undefined): string {
  const { status, sessionId = "", condition = "", detail = "" } = waited;
  if (status === "exited")
    return oneLine(`${endingSentence(waited)}${afterHowLong(startedAt, waited)}${found(waited)}`);
  if (status === "not_ready" && sessionId && detail.startsWith(`${sessionId} `))
    return oneLine(detail.slice(sessionId.length + 1));
  const words = WORDS[status] ?? status;
  const told = [status === "matched" || status === "idle" || status === "bytes" ? condition : "", detail].filter(
    Boolean,
  );
  return oneLine([words, ...told].join(": "));
}

const WORDS: Partial<Record<WaitStatus, string>> = {
  ready: "is ready",
  not_ready: "is not ready",
  awaiting_input: "waits for input",
  matched: "matched",
  listening: "listens",
  idle: "is quiet",
  bytes: "has printed enough",
  event: "has an event",
};

/** A line that matched just before the end. */
function found({ condition, detail }: WaitResult): string {
  return condition === undefined ? "" : `; ${[condition, detail].filter(Boolean).join(": ")}`;
}
