import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { logLayout } from "../../core/log-layout.ts";

/** Begins a log with what was printed before there was one; of more than the log may hold, with the end of it. */
export function writeFirstOutput(directory: string, bytes: Uint8Array, logMaxBytes: number): void {
  const { segmentBytes, segments } = logLayout(logMaxBytes);
  const dropped = Math.max(0, Math.ceil(bytes.length / segmentBytes) - (segments - 1)); // One is the copier's.
  for (let at = dropped * segmentBytes; at < bytes.length; at += segmentBytes) {
    const path = join(directory, `log.${String(at).padStart(15, "0")}`);
    writeFileSync(path, bytes.subarray(at, at + segmentBytes), { mode: 0o600 });
  }
}
