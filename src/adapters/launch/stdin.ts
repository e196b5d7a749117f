import { closeSync, constants, openSync, writeSync } from "node:fs";
import { join } from "node:path";

import { systemCode } from "../../core/errors.ts";
import type { ProcessTable } from "../../ports/process-table.ts";
import { readPid } from "./pids.ts";
import { claimPid } from "./receipt.ts";

/**
 * Writes to the named pipe as much as it takes now and gives that number of bytes; 0 when it is full.
 * Throws the system's error: `ENXIO` when nobody reads it any more.
 */
export function writeInput(pipe: string, bytes: Uint8Array): number {
  const descriptor = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(descriptor, bytes, written);
  } catch (error) {
    if (systemCode(error) !== "EAGAIN") throw error;
  } finally {
    closeSync(descriptor);
  }
  return written;
}

/** Ends the sleeper that keeps the input open; the command reads end of file. */
export function closeInput(directory: string, table: ProcessTable): void {
  const keeper = readPid(join(directory, "keeper"));
  const shim = claimPid(directory);
  const entry = table.helpers(shim ?? -1).find((helper) => helper.pid === keeper);
  if (entry !== undefined) table.signal(entry, "SIGKILL");
}
