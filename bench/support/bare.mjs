import { spawn } from "node:child_process";
import { once } from "node:events";

/** What Bellhop takes as the shell, too. */
export const SHELL = shellOf(process.env.SHELL ?? "");

/** A process as a simple supervisor starts it: no input, and two pipes that are read. */
export function spawnBare(command) {
  const child = spawn(SHELL, ["-c", command], { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.on("data", () => undefined);
  child.stderr.on("data", () => undefined);
  return child;
}

/** Milliseconds from the call to the events `spawn` and `exit`. */
export async function spawnToExit(command) {
  const start = performance.now();
  const child = spawnBare(command);
  const exited = once(child, "exit");
  await once(child, "spawn");
  const startedMs = performance.now() - start;
  await exited;
  return { startedMs, endedMs: performance.now() - start };
}

function shellOf(preferred) {
  return /\/(?:bash|zsh|sh|dash|ksh|mksh)$/.test(preferred) ? preferred : "bash";
}
