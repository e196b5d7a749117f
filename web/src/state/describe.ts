import type { Process } from "../api/types.ts";
import { plain } from "../format/plain.ts";
import { msOf } from "../format/time.ts";

export type Tone = "running" | "done" | "failed" | "stopped";

export function nameOf({ name, command }: Pick<Process, "name" | "command">): string {
  return name ? plain(name) : plain(command);
}

/** Killed on purpose is neither good nor bad. */
export function toneOf(process: Process): Tone {
  if (process.status === "running") return "running";
  if (process.exit_code === 0) return "done";
  return process.completion_reason === "killed" ? "stopped" : "failed";
}

/** In a few words: `code 1`, `SIGTERM`, `lost`. */
export function endingOf({ exit_code, signal, completion_reason }: Process): string {
  if (signal !== undefined && signal !== "") return signal;
  if (typeof exit_code === "number") return `code ${exit_code}`;
  return completion_reason ?? "ended";
}

export function stateOf(process: Process): string {
  if (process.status === "exited") return endingOf(process);
  if (process.ready === "pending") return "starting";
  return process.ready === "not_ready" ? "not ready" : "running";
}

/** How long it has run, in seconds. */
export function ageOf({ started_at, exited_at }: Process, nowMs: number): number {
  return ((exited_at === undefined ? nowMs : msOf(exited_at)) - msOf(started_at)) / 1_000;
}
