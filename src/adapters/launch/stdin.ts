import { closeSync, constants, openSync, readdirSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";

import { systemCode } from "../../core/errors.ts";
import { INPUT_SLICE_BYTES } from "../../core/limits.ts";
import { completeUtf8Length } from "../../core/output/decode.ts";
import type { ProcessTable } from "../../ports/process-table.ts";
import { readPid } from "./pids.ts";
import { claimPid } from "./receipt.ts";

/**
 * Writes to the named pipe as much as it takes now, about `mostBytes` at most, and gives that number of bytes; 0 when it is
 * full. It ends behind a whole character: each write is so short that the kernel takes all of it or nothing.
 * Throws the system's error: `ENXIO` when nobody reads it any more.
 */
export function writeInput(pipe: string, bytes: Uint8Array, mostBytes: number): number {
  const descriptor = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
  let written = 0;
  try {
    while (written < Math.min(bytes.length, mostBytes)) {
      const slice = bytes.subarray(written, written + INPUT_SLICE_BYTES);
      const isLast = written + slice.length === bytes.length;
      const length = isLast ? slice.length : completeUtf8Length(slice) || slice.length;
      written += writeSync(descriptor, slice, 0, length);
    }
  } catch (error) {
    if (systemCode(error) !== "EAGAIN") throw error;
  } finally {
    closeSync(descriptor);
  }
  return written;
}

/** The kernel notes when the input was written to, also by a registry that is gone; the log grows with each output. */
export function wasTypedSinceOutput(directory: string, pipe: string): boolean {
  const last = readdirSync(directory)
    .filter((name) => name.startsWith("log."))
    .toSorted()
    .at(-1);
  const typedAtMs = statSync(pipe, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const printedAtMs =
    last === undefined ? 0 : (statSync(join(directory, last), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return typedAtMs >= printedAtMs;
}

/** Ends the sleeper that keeps the input open; the command reads end of file. */
export function closeInput(directory: string, table: ProcessTable): void {
  const keeper = readPid(join(directory, "keeper"));
  const shim = claimPid(directory);
  const entry = table.helpers(shim ?? -1).find((helper) => helper.pid === keeper);
  if (entry !== undefined) table.signal(entry, "SIGKILL");
}
