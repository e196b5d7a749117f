import { readdirSync, readFileSync, statSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";

import type { Ending } from "../../core/state.ts";
import type { Receipt } from "../../ports/launcher.ts";

/** What a recovery writes into the claim in place of a pid. */
export const FORBIDDEN = "forbidden\n";
/** Shells report a death by signal N as 128 + N. */
const SIGNAL_BASE = 128;
const SIGNAL_NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(constants.signals).map(([name, number]) => [number, name]),
);
/** `ended.CODE`, or `told.CODE` once its ending was told without a byte of disk. */
const ENDED = /^(?:ended|told)\.(\d{1,3})$/;

/** What the directory of a process says about its shim. */
export function readReceipt(directory: string): Receipt {
  const names = list(directory);
  const ended = names.find((name) => ENDED.test(name));
  if (ended !== undefined) return readEnded(directory, ended);
  if (names.includes("failed")) {
    return { kind: "failed", message: readErrors(directory), atMs: changedAt(join(directory, "failed")) };
  }
  if (!names.includes("running")) return { kind: "damaged" };
  return { kind: names.includes("shim") && !isForbidden(directory) ? "running" : "unclaimed" };
}

/** Whether a recovery has made the claim, so that no shim ever runs the command. */
export function isForbidden(directory: string): boolean {
  try {
    return readFileSync(join(directory, "shim"), "latin1") === FORBIDDEN;
  } catch {
    return false;
  }
}

function readEnded(directory: string, name: string): Receipt {
  const code = Number(ENDED.exec(name)?.[1]);
  if (code > 255) return { kind: "damaged" };
  return { kind: "ended", ending: endingOf(code, readErrors(directory)), atMs: changedAt(join(directory, name)) };
}

/**
 * After a death by signal the shell writes what happened ("Killed") to its own stderr, after `exit 137` nothing.
 * Only for SIGINT and SIGPIPE shells stay silent: those two are told as exit codes 130 and 141.
 */
function endingOf(code: number, errors: string): Ending {
  const signal = SIGNAL_NAMES.get(code - SIGNAL_BASE);
  return signal !== undefined && errors !== "" ? { signal } : { code };
}

/** Warnings (a locale that is not installed) say nothing about the command. */
function readErrors(directory: string): string {
  try {
    const lines = readFileSync(join(directory, "errors"), "utf8").split("\n");
    return lines
      .filter((line) => !/warning:/i.test(line))
      .join("\n")
      .trim();
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
