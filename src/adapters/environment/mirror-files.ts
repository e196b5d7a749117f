import { appendFileSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { LOG_SEGMENTS } from "../../core/limits.ts";
import { systemCode } from "../../core/errors.ts";
import { readReceipt } from "../launch/receipt.ts";
import { endOf, extentOf, listLog } from "../output/listing.ts";

/** Stands where the pid of a shim would: its number there says nothing here. */
const SHIM_ELSEWHERE = "elsewhere\n";

/** Bytes of one segment of a log there. */
export interface LogPiece {
  /** The offset in the name of the segment. */
  readonly segment: number;
  readonly from: number;
  readonly bytes: Buffer;
}

/** Makes the directory of a process look as the shim does when it begins. Idempotent. */
export function beginFiles(directory: string): void {
  if (!existsSync(join(directory, "drained"))) touch(join(directory, "pipe"));
  if (!readdirSync(directory).some((name) => name.startsWith("lost."))) touch(join(directory, "lost.0"));
  const running = join(directory, "running");
  if (readReceipt(directory).kind !== "unclaimed" || existsSync(running)) return;
  writeFileSync(running, SHIM_ELSEWHERE, { mode: 0o600 });
}

function touch(path: string): void {
  writeFileSync(path, "", { flag: "a", mode: 0o600 });
}

/** The offset of the next byte that is wanted. */
export function endOfFiles(directory: string): number {
  return extentOf(listLog(directory)).size;
}

/**
 * Adds to the log. Its segments begin where they begin there, so the log is bounded in the same way. What lies between two
 * pieces is a gap here, too. What is here already is left out.
 */
export function appendPiece(directory: string, { segment, from, bytes }: LogPiece): void {
  const { segments } = listLog(directory);
  const last = segments.at(-1);
  const end = last === undefined ? 0 : endOf(last);
  const known = Math.max(0, end - from);
  if (known >= bytes.length) return;
  const goesOn = last !== undefined && from + known === end && from + known !== segment;
  if (!goesOn)
    for (const { path } of segments.slice(0, Math.max(0, segments.length + 1 - LOG_SEGMENTS)))
      rmSync(path, { force: true });
  const path = goesOn ? last.path : join(directory, `log.${String(from + known).padStart(15, "0")}`);
  appendFileSync(path, bytes.subarray(known), { mode: 0o600 });
}

/** Notes that the output was read up to `mark` (`END`, or `END.about`) there, and not all of it was stored. */
export function noteLoss(directory: string, mark: string): void {
  const names = readdirSync(directory).filter((name) => name.startsWith("lost."));
  if (names.includes(`lost.${mark}`)) return;
  for (const name of names) renameSync(join(directory, name), join(directory, `lost.${mark}`));
}

/** Nothing can be added to the log any more. Idempotent. */
export function drainFiles(directory: string): void {
  moveAway(join(directory, "pipe"), join(directory, "drained"));
}

/** The claim gets its last name, `ended.CODE` or `failed`, and says what the shim has said there. Idempotent. */
export function publishReceipt(directory: string, name: string, receipt: string): void {
  const running = join(directory, "running");
  if (!existsSync(running)) return;
  const [, ...said] = receipt.split("\n");
  const lines = said.join("\n").trimEnd();
  writeFileSync(running, `${SHIM_ELSEWHERE}${lines === "" ? "" : `${lines}\n`}`, { mode: 0o600 });
  moveAway(running, join(directory, name));
}

export function hasReceipt(directory: string): boolean {
  return !existsSync(join(directory, "running"));
}

function moveAway(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
  }
}
