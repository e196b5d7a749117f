import type { ChildProcess } from "node:child_process";
import { closeSync, constants, openSync, renameSync, writeSync } from "node:fs";
import { constants as system } from "node:os";
import { join } from "node:path";

import type { Ending } from "../../core/state.ts";

/** Resolves with how a child has ended; at once when it has already. Only its parent is told. */
export function endingOf(child: ChildProcess): { readonly seen: Promise<Ending>; readonly stop: () => void } {
  let listener: (code: number | null, signal: string | null) => void = () => undefined;
  const seen = new Promise<Ending>((resolve) => {
    listener = (code, signal) => resolve(signal === null ? { code: code ?? 0 } : { signal });
  });
  if (child.exitCode === null && child.signalCode === null) child.once("exit", listener);
  else listener(child.exitCode, child.signalCode);
  return { seen, stop: () => child.off("exit", listener) };
}

/**
 * Makes the receipt of an adopted command, as a shim would: its name has the exit code, and a text in it says that a signal
 * did it. Renaming needs no room on the disk. Does nothing where there is a receipt, or no directory any more.
 */
export function writeReceipt(directory: string, ending: Ending): void {
  const running = join(directory, "running");
  try {
    if ("signal" in ending) append(running, `${ending.signal}\n`);
    renameSync(running, join(directory, `ended.${codeOf(ending)}`));
  } catch {
    // The shim says that it has ended, then; not how.
  }
}

/** Shells report a death by signal N as 128 + N. */
function codeOf(ending: Ending): number {
  return "code" in ending ? ending.code : 128 + (system.signals[ending.signal as NodeJS.Signals] ?? 0);
}

/** Never makes the file: what is not there has another name by now. */
function append(path: string, text: string): void {
  const descriptor = openSync(path, constants.O_WRONLY | constants.O_APPEND);
  try {
    writeSync(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}
