import type { ExitFields, ProcessStatus } from "../../../core/results.ts";
import { signalNumber } from "../../../core/signals.ts";
import { age, duration } from "./amounts.ts";
import type { Cell, Colour } from "./table.ts";
import { EXIT } from "../report.ts";

/** What the endings of a poll, a wait, a kill and a list have in common. */
export type Ended = Partial<ExitFields>;

const LOST_REASONS: Readonly<Record<string, string>> = {
  reboot: "the machine was restarted",
  pid_reused: "its pid belongs to another process now",
  shim_killed: "its shim was killed, so nobody collected the exit code",
  record_only: "its directory was damaged",
  adopter_gone: "it was adopted from a program that died before it, so nobody was told the exit code",
  environment_unreachable: "its environment does not answer, and it may still run there",
  environment_gone: "its environment has lost it, or is gone",
};

/** What ended it when nobody has asked for that. */
const LIMITS: Readonly<Record<string, { readonly sentence: string; readonly status: string }>> = {
  time_limit: { sentence: "timed out, and was killed", status: "timed out" },
  idle_limit: { sentence: "printed nothing for too long, and was killed", status: "timed out" },
  out_of_memory: { sentence: "ran out of memory, and was killed", status: "out of memory" },
};

/** The exit code that a shell would show: 128 + n for a death by signal n. Null when nobody can know it. */
function shellCode(ended: Ended): number | null {
  const code = ended.exitCode;
  if (code !== null && code !== undefined) return code < 0 ? 128 - code : code;
  const number = signalNumber(ended.signal ?? "");
  return number ? 128 + number : null;
}

/** The exit code with which we pass the ending on. One that nobody knows is a failure. */
export function passedOnCode(ended: Ended): number {
  return shellCode(ended) ?? EXIT.failure;
}

/** How it ended, as the rest of a sentence that begins with its id: `exited 3`, `was killed (SIGTERM, by kill_all)`. */
export function endingSentence(ended: Ended): string {
  const code = shellCode(ended);
  const limit = LIMITS[ended.killedBy ?? ""];
  if (limit !== undefined) return `${limit.sentence} (${ended.signal ?? `exit code ${code}`})`;
  switch (ended.completionReason) {
    case "lost":
      return `is lost: ${LOST_REASONS[ended.terminationSource ?? ""] ?? ended.terminationSource ?? "nobody knows why"}`;
    case "failed_start":
      return "could not be started";
    case "killed":
      return `was killed (${[ended.signal, ended.terminationSource && `by ${ended.terminationSource}`].filter(Boolean).join(", ")})`;
    default:
      return ended.signal ? `died of ${ended.signal} (exit code ${code})` : `exited ${code ?? "with an unknown code"}`;
  }
}

/** Whether the exit code alone does not say what happened. */
export function isAbnormal(ended: Ended): boolean {
  return ended.completionReason !== "exited" || ended.signal !== undefined;
}

/** `after 2m 4s`, or nothing when the times are not known. */
export function afterHowLong(startedAt: string | undefined, ended: Ended): string {
  const ms = Date.parse(ended.exitedAt ?? "") - Date.parse(startedAt ?? "");
  return Number.isFinite(ms) ? ` after ${duration(Math.max(0, ms) / 1000)}` : "";
}

export interface StatusSource extends Ended {
  readonly status: ProcessStatus;
  readonly uptimeSeconds: number;
  readonly leftoverPids?: readonly number[];
  readonly busySilent?: true;
}

/** The status column of `ps`. */
export function statusCell(entry: StatusSource): Cell {
  if (entry.status === "running") {
    const running = `running ${age(entry.uptimeSeconds)}`;
    return entry.busySilent
      ? { text: `${running}, busy and silent`, colour: "yellow" }
      : { text: running, colour: "green" };
  }
  const left = entry.leftoverPids?.length ? `, ${entry.leftoverPids.length} left` : "";
  const [text, colour] = endedStatus(entry);
  return { text: text + left, colour: left ? "yellow" : colour };
}

function endedStatus(ended: Ended): readonly [string, Colour] {
  const limit = LIMITS[ended.killedBy ?? ""];
  if (limit !== undefined) return [limit.status, "yellow"];
  if (ended.completionReason === "killed") return ["killed", "yellow"];
  if (ended.completionReason === "lost") return ["lost", "magenta"];
  if (ended.completionReason === "failed_start") return ["failed to start", "red"];
  const code = shellCode(ended);
  if (ended.signal) return [`exited ${code ?? "?"} ${ended.signal}`, "red"];
  return [`exited ${code ?? "?"}`, code === 0 ? "dim" : "red"];
}
