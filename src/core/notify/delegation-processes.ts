import { HANDED_OFF_COMMAND_CHARS, MENTIONED_COMMAND_CHARS } from "../limits.ts";
import type { HandedOffProcess, OrphanedProcess, UnreadCompletion } from "./delegation.ts";
import type { LooseResult } from "./delegation-outcome.ts";
import { type Loose, objectsOf, textOf } from "./loose.ts";
import { firstChars, oneLine } from "./shorten.ts";

/** What became of the background processes of one subagent: whoever gave it the work answers for them now. */
export function processLines(result: LooseResult): readonly string[] {
  return [
    ...objectsOf(result.handedOffProcesses).map(handedOff),
    ...orphaned(objectsOf(result.orphanedProcesses)),
    ...objectsOf(result.unreadCompletions).map(unread),
  ];
}

function handedOff(process: Loose<HandedOffProcess>): string {
  const note = oneLine(textOf(process.note));
  return `Handed off: ${named(process, HANDED_OFF_COMMAND_CHARS)} — you own it now.${note === "" ? "" : ` Purpose: ${note}`}`;
}

function orphaned(processes: readonly Loose<OrphanedProcess>[]): readonly string[] {
  if (processes.length === 0) return [];
  const list = processes.map(
    (process) => `${named(process, MENTIONED_COMMAND_CHARS)} (${textOf(process.uptimeSeconds, "?")}s)`,
  );
  const who =
    processes.length === 1
      ? "1 process that it left running was"
      : `${list.length} processes that it left running were`;
  return [`${who} TERMINATED with it: ${list.join("; ")}`];
}

function unread(process: Loose<UnreadCompletion>): string {
  const output = textOf(process.output);
  const head = `Ended unread: ${named(process, MENTIONED_COMMAND_CHARS)} (exit code ${textOf(process.exitCode, "?")})`;
  return output === "" ? `${head}, without output.` : `${head}. The end of its output:\n${output}`;
}

function named(process: Loose<HandedOffProcess>, commandChars: number): string {
  const command = firstChars(oneLine(textOf(process.command, "unknown")), commandChars);
  return `${textOf(process.sessionId, "unknown")} \`${command}\``;
}
