import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/** Where the one who starts the daemon reads why it cannot serve. */
export interface StartChannel {
  say(sentence: string): void;
  /** The daemon serves: nothing more will be said, and the reader sees the end. */
  close(): void;
}

/** The standard error as it is, for a daemon in the foreground. */
export function foregroundChannel(): StartChannel {
  return { say: (sentence) => tell(2, sentence), close: () => undefined };
}

/**
 * Moves the standard error out of the way and puts `logPath` in its place, for what the runtime itself says when it dies.
 * Only for the first moments of the program: a thread that opens a file meanwhile would get the number 2.
 */
export function backgroundChannel(logPath: string): StartChannel {
  const starter = tryOpen("/proc/self/fd/2", "w");
  if (starter === undefined) return foregroundChannel();
  closeSync(2);
  makeHome(dirname(logPath));
  if (tryOpen(logPath, "a") === undefined) openSync("/dev/null", "w"); // The lowest free number is 2.
  return { say: (sentence) => tell(starter, sentence), close: () => closeSync(starter) };
}

function tryOpen(path: string, flags: string): number | undefined {
  try {
    return openSync(path, flags, 0o600);
  } catch {
    return undefined;
  }
}

function makeHome(home: string): void {
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
  } catch {
    // Opening the registry says it better.
  }
}

function tell(descriptor: number, sentence: string): void {
  try {
    writeSync(descriptor, `${sentence}\n`);
  } catch {
    // Who started it is gone.
  }
}
