import { appendFileSync, renameSync, statSync } from "node:fs";

import { redactText } from "../../core/redact/redact.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Logger } from "../../ports/logger.ts";

export interface LogFileOptions {
  readonly path: string;
  /** At this size the file becomes `PATH.1` and is begun again. */
  readonly maxBytes: number;
  readonly clock: Clock;
}

/**
 * A logger that writes to a bounded file. What it cannot write is dropped: a full disk must not stop the daemon. What an error
 * quotes is masked, also where redaction is off.
 */
export function fileLogger({ path, maxBytes, clock }: LogFileOptions): Logger {
  const write = (level: string, message: string): void => {
    const line = `${new Date(clock.wall()).toISOString()} ${process.pid} ${level} ${redactText(message)}\n`;
    try {
      if (sizeOf(path) + Buffer.byteLength(line) > maxBytes) renameSync(path, `${path}.1`);
    } catch {
      // There is nothing to put aside, or it cannot be: the line is more important.
    }
    try {
      appendFileSync(path, line, { mode: 0o600 });
    } catch {
      // Nowhere to say it.
    }
  };
  return { info: (message) => write("info", message), warn: (message) => write("warn", message) };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
