import { deferred } from "../../base/deferred.ts";
import { CALL_DRAIN_DEADLINE_MS, CALL_DRAIN_QUIET_MS } from "../../core/limits.ts";
import { outputBuffer } from "./output-buffer.ts";

/** What one call has printed, and when that is all of it. */
export interface CallOutputs {
  stdout(chunk: Uint8Array): void;
  stderr(chunk: Uint8Array): void;
  /** Resolves when the error output says that the command has ended. */
  readonly ended: Promise<void>;
  /** Resolves when `closed` does, or nothing has come for a while: whoever has inherited the outputs does not hold a call up. */
  quiet(closed: Promise<void>): Promise<void>;
  result(): { readonly stdout: Buffer; readonly droppedLine: string; readonly stderr: string };
}

/** How much of the error output is looked at for the end, which is its last line. */
const END_LOOK_CHARS = 256;
const LOOK_MS = 20;

export function callOutputs(hasEnded: (errorOutput: string) => boolean): CallOutputs {
  const stdout = outputBuffer();
  const stderr = outputBuffer();
  const ended = deferred<void>();
  let lastAtMs = performance.now();
  let tail = "";
  return {
    ended: ended.promise,
    stdout(chunk) {
      lastAtMs = performance.now();
      stdout.add(chunk);
    },
    stderr(chunk) {
      lastAtMs = performance.now();
      stderr.add(chunk);
      tail += Buffer.from(chunk).toString("latin1");
      if (hasEnded(tail)) ended.resolve();
      tail = tail.slice(-END_LOOK_CHARS);
    },
    quiet: (closed) => untilQuiet(() => lastAtMs, closed),
    result: () => ({ stdout: stdout.bytes(), droppedLine: stdout.droppedLine(), stderr: stderr.text() }),
  };
}

async function untilQuiet(lastAtMs: () => number, closed: Promise<void>): Promise<void> {
  const fromMs = performance.now();
  const isClosed = closed.then(() => true);
  for (;;) {
    const nowMs = performance.now();
    const restMs = Math.max(lastAtMs(), fromMs) + CALL_DRAIN_QUIET_MS - nowMs;
    if (restMs <= 0 || nowMs - fromMs >= CALL_DRAIN_DEADLINE_MS) return;
    if (await Promise.race([isClosed, pause(Math.min(restMs, LOOK_MS))])) return;
  }
}

function pause(ms: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), ms));
}
