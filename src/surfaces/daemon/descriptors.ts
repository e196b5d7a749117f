import { closeSync, readdirSync, readFileSync } from "node:fs";

/** O_CLOEXEC in the flags of proc_pid_fdinfo(5). */
const CLOSE_ON_EXEC = 0o2_000_000;

/**
 * Closes what this program inherited by accident. It would reach every job, and a job that holds the pipe of the
 * program that happened to start the daemon keeps that program waiting for an end that never comes.
 */
export function closeInheritedDescriptors(): void {
  for (const descriptor of openDescriptors()) {
    try {
      if (descriptor > 2 && !(flagsOf(descriptor) & CLOSE_ON_EXEC)) closeSync(descriptor);
    } catch {
      // It is closed already: reading the list used one of its own.
    }
  }
}

function openDescriptors(): readonly number[] {
  try {
    return readdirSync("/proc/self/fd").map(Number);
  } catch {
    return []; // Not Linux.
  }
}

function flagsOf(descriptor: number): number {
  const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8"));
  return Number.parseInt(flags?.[1] ?? "0", 8);
}
