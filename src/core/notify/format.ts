import { ATTRIBUTED_OUTPUT_CHARS } from "../limits.ts";
import { attribution } from "./attribution.ts";
import type { BellhopEvent } from "./event.ts";

/** An event as it may come from outside: each missing value has a word of its own, so that nothing is ever untold. */
type LooseEvent = Partial<BellhopEvent>;

/** What a model reads. The template is the original's wire format. */
export function formatEvent(event: LooseEvent): string {
  const by = attribution(event);
  const lines = [
    `Background process ${event.sessionId || "unknown"} ${status(event)} (exit code ${exitCode(event)}${signal(event)}).`,
    ...(by === "" ? [] : [by]),
    ...leftovers(event),
    `Command: ${event.command || "unknown"}`,
    "Output:",
    output(event, by !== ""),
  ];
  return `[IMPORTANT: ${lines.join("\n")}]`;
}

function status(event: LooseEvent): string {
  switch (event.completionReason) {
    case "killed":
      return `terminated by ${event.terminationSource || "Bellhop"}`;
    case "lost":
      return "marked lost because the process backend disappeared";
    case "failed_start":
      return "failed to start";
    default:
      return event.exitCode === 0 ? "completed normally" : "exited";
  }
}

function exitCode(event: LooseEvent): string {
  return String(event.exitCode ?? "?");
}

/** Where only the code is known, it tells a death by SIGTERM: -15, or 143 from a shell. Who sent it is not in it. */
function signal(event: LooseEvent): string {
  if (event.signal) return `, ${event.signal}`;
  return ["-15", "143"].includes(exitCode(event)) ? ", SIGTERM" : "";
}

function leftovers(event: LooseEvent): readonly string[] {
  const pids = event.leftoverPids ?? [];
  if (pids.length === 0) return [];
  const subject = pids.length === 1 ? "1 process of it is" : `${pids.length} processes of it are`;
  return [`${subject} still running (${pids.length === 1 ? "pid" : "pids"} ${pids.join(", ")}).`];
}

/** A subagent's output is trimmed harder: its own agent has read it, or will. */
function output(event: LooseEvent, isAttributed: boolean): string {
  const text = event.output ?? "";
  const where = `process(action="log", session_id="${event.sessionId || "unknown"}") has the full output`;
  if (isAttributed && text.length > ATTRIBUTED_OUTPUT_CHARS) {
    return `...(output trimmed — subagent-owned process; ${where})\n${lastChars(text, ATTRIBUTED_OUTPUT_CHARS)}`;
  }
  return event.outputCut ? `...(first ${event.outputCut} bytes cut — ${where})\n${text}` : text;
}

/** The last characters, without the second half of a surrogate pair in front. */
function lastChars(text: string, count: number): string {
  return text.slice(-count).replace(/^[\uDC00-\uDFFF]/, "");
}
