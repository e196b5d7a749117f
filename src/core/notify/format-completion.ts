import { ATTRIBUTED_OUTPUT_CHARS } from "../limits.ts";
import { attribution } from "./attribution.ts";
import type { FormatContext } from "./format-context.ts";
import { listOf, type LooseEvent, objectsOf, textOf } from "./loose.ts";
import { leftoversText } from "./leftovers-text.ts";
import { commandLine, important, subject, toolCall } from "./notice-parts.ts";
import { exactLastChars } from "./shorten.ts";

/** The process has ended: how, and the end of what it printed. */
export function formatCompletion(event: LooseEvent, context: FormatContext): string {
  const by = attribution(event, context);
  return important([
    `${subject(event)} ${status(event)} (exit code ${exitCode(event)}${signal(event)}).`,
    ...cause(event),
    ...(by === "" ? [] : [by]),
    ...leftovers(event),
    commandLine(event),
    "Output:",
    output(event, by !== ""),
  ]);
}

function status(event: LooseEvent): string {
  switch (event.completionReason) {
    case "killed":
      return `terminated by ${textOf(event.terminationSource, "Bellhop")}`;
    case "lost":
      return "marked lost because the process backend disappeared";
    case "failed_start":
      return "failed to start";
    default:
      return event.exitCode === 0 ? "completed normally" : "exited";
  }
}

/** What the line above does not say: why it was ended, when nobody has asked for that. */
function cause(event: LooseEvent): readonly string[] {
  const sentence = CAUSES.get(event.killedBy) ?? lostCause(event);
  return sentence === undefined ? [] : [sentence];
}

/** Whoever reads this may start the same again, beside one that runs on. */
function lostCause(event: LooseEvent): string | undefined {
  const place = textOf(event.environment, "its environment");
  const detail = textOf(event.lostDetail);
  const reason = detail === "" ? "" : ` ${detail}`;
  switch (event.terminationSource) {
    case "environment_unreachable":
      return `It ran in ${place}, which does not answer.${reason} It may still run there; how it ends is told if ${place} answers again.`;
    case "environment_gone":
      return `It ran in ${place}, which has lost it or is gone.${reason}`;
    default:
      return undefined;
  }
}

const CAUSES: ReadonlyMap<unknown, string> = new Map([
  ["time_limit", "It timed out: it was still running when its time limit was reached. What it had printed is kept."],
  ["idle_limit", "It timed out: it had printed nothing for as long as its idle limit allows."],
  ["out_of_memory", "It ran out of memory: the kernel killed it at its memory limit."],
]);

function exitCode(event: LooseEvent): string {
  return textOf(event.exitCode, "?");
}

/** Where only the code is known, it tells a death by SIGTERM: -15, or 143 from a shell. Who sent it is not in it. */
function signal(event: LooseEvent): string {
  const name = textOf(event.signal, ["-15", "143"].includes(exitCode(event)) ? "SIGTERM" : "");
  return name === "" ? "" : `, ${name}`;
}

function leftovers(event: LooseEvent): readonly string[] {
  const pids = listOf(event.leftoverPids).map((pid) => textOf(pid, "?"));
  if (pids.length === 0) return [];
  const who = pids.length === 1 ? "1 process of it is" : `${pids.length} processes of it are`;
  const described = leftoversText(objectsOf(event.leftovers));
  if (described === "") return [`${who} still running (${pids.length === 1 ? "pid" : "pids"} ${pids.join(", ")}).`];
  const more = Math.max(0, pids.length - objectsOf(event.leftovers).length);
  return [`${who} still running: ${described}${more === 0 ? "" : `, and ${more} more`}.`];
}

/** A subagent's output is trimmed harder: its own agent has read it, or will. */
function output(event: LooseEvent, isAttributed: boolean): string {
  const text = textOf(event.output);
  const where = `${toolCall(event, "log")} has the full output`;
  if (isAttributed && text.length > ATTRIBUTED_OUTPUT_CHARS) {
    return `...(output trimmed — subagent-owned process; ${where})\n${exactLastChars(text, ATTRIBUTED_OUTPUT_CHARS)}`;
  }
  const cut = textOf(event.outputCut, "0");
  return cut === "0" ? text : `...(first ${cut} bytes cut — ${where})\n${text}`;
}
