import { closeSync, fdatasyncSync, fsyncSync, linkSync, openSync, renameSync, unlinkSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { systemCode } from "../../core/errors.ts";

let serial = 0;

/**
 * Replaces `path` by `text` in one step: a reader sees the old file or the new one, never a part.
 * With `durable` it also survives a power cut. Throws the system's error and leaves the old file.
 */
export function replaceFile(path: string, text: string, durable = false): void {
  const temporary = writeTemporary(path, text, durable);
  try {
    renameSync(temporary, path);
  } catch (error) {
    unlinkSync(temporary);
    throw error;
  }
  if (durable) syncDirectory(dirname(path));
}

/** Creates `path` with all of `text` at once. False when it is there already; it stays as it is then. */
export function createFile(path: string, text: string, durable = false): boolean {
  const temporary = writeTemporary(path, text, durable);
  try {
    linkSync(temporary, path);
    if (durable) syncDirectory(dirname(path));
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  } finally {
    unlinkSync(temporary);
  }
}

function writeTemporary(path: string, text: string, durable: boolean): string {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.${serial++}`);
  const descriptor = openSync(temporary, "wx", 0o600);
  try {
    writeSync(descriptor, text);
    if (durable) fdatasyncSync(descriptor);
  } catch (error) {
    unlinkSync(temporary);
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return temporary;
}

function syncDirectory(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
