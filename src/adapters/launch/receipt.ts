import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";

import { signalName } from "../../core/signals.ts";
import type { Ending } from "../../core/state.ts";
import type { Receipt } from "../../ports/launcher.ts";

/** What a recovery writes into the claim in place of a pid. */
export const FORBIDDEN = "forbidden\n";
/** Shells report a death by signal N as 128 + N. */
const SIGNAL_BASE = 128;
const SECONDS_PER_MINUTE = 60;
/** What the claim may be called besides `ENDED`. */
const CLAIMS: ReadonlySet<string> = new Set(["running", "failed", "gone"]);
/** `ended.CODE`, or `told.CODE` once its ending was told without a byte of disk. */
const ENDED = /^(?:ended|told)\.(\d{1,3})$/;

/** What the directory of a process says about its shim. */
export function readReceipt(directory: string): Receipt {
  const names = list(directory);
  const ended = names.find((name) => ENDED.test(name));
  if (ended !== undefined) return readEnded(join(directory, ended));
  if (names.includes("gone")) return { kind: "untold", atMs: changedAt(join(directory, "gone")) };
  if (names.includes("failed")) {
    const path = join(directory, "failed");
    return { kind: "failed", message: readErrors(path), atMs: changedAt(path) };
  }
  if (names.includes("running")) return { kind: isForbidden(directory) ? "unclaimed" : "running" };
  return { kind: names.some((name) => name === "job" || name.startsWith("log.")) ? "damaged" : "unclaimed" };
}

/** Whether a recovery has made the claim, so that no shim ever runs the command. */
export function isForbidden(directory: string): boolean {
  return readText(join(directory, "running")) === FORBIDDEN;
}

/** The pid that the shim wrote into its claim, whatever that is called by now. */
export function claimPid(directory: string): number | null {
  const name = list(directory).find((one) => CLAIMS.has(one) || ENDED.test(one));
  const pid = name === undefined ? undefined : /^(\d+)\n/.exec(readText(join(directory, name)))?.[1];
  return pid === undefined ? null : Number(pid);
}

function readEnded(path: string): Receipt {
  const code = Number(ENDED.exec(basename(path))?.[1]);
  return code > 255
    ? { kind: "damaged" }
    : { kind: "ended", ending: endingOf(code, readErrors(path)), atMs: changedAt(path), ...cpuField(readText(path)) };
}

/** What `times` writes: minutes and seconds in user mode and in the kernel, of the shell and then of what it has waited for. */
const TIMES = /^(\d+)m(\d+[.,]\d+)s (\d+)m(\d+[.,]\d+)s$/gm;
/** Such a line, and what a full disk has left of one. */
const TIMES_BEGUN = /^\d+(?:m[\dms., ]*)?$/;

/** CPU time of the command and of everything that was waited for in its tree; absent when the shim has not said. */
function cpuField(text: string): { readonly cpuSeconds?: number } {
  const [, ofCommand] = [...text.matchAll(TIMES)];
  if (ofCommand === undefined) return {};
  const [userMinutes, user, kernelMinutes, kernel] = ofCommand.slice(1).map((word) => Number(word.replace(",", ".")));
  const seconds = ((userMinutes ?? 0) + (kernelMinutes ?? 0)) * SECONDS_PER_MINUTE + (user ?? 0) + (kernel ?? 0);
  return { cpuSeconds: Math.round(seconds * 1_000) / 1_000 };
}

/**
 * After a death by signal the shell writes what happened ("Killed") to its own stderr, after `exit 137` nothing.
 * Only for SIGINT and SIGPIPE shells stay silent: those two are told as exit codes 130 and 141.
 */
function endingOf(code: number, errors: string): Ending {
  const signal = signalName(code - SIGNAL_BASE);
  return signal !== undefined && errors !== "" ? { signal } : { code };
}

/** What the shim said behind its pid. Warnings (a locale that is not installed) say nothing about the command. */
function readErrors(path: string): string {
  const [, ...lines] = readText(path).split("\n");
  return lines
    .filter((line) => !/warning:/i.test(line) && !TIMES_BEGUN.test(line))
    .join("\n")
    .trim();
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** The moment of the rename, also when it is noticed much later. */
function changedAt(path: string): number {
  try {
    return Math.round(statSync(path).ctimeMs);
  } catch {
    return 0;
  }
}

function list(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
