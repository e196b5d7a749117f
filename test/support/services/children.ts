import { type ChildProcess, spawn } from "node:child_process";

/** A program that a service runs in its sandbox, which here is this machine. Its outputs end when nothing holds them open. */
export interface ServedChild {
  readonly pid: number;
  readonly child: ChildProcess;
  /** Resolves when it has ended and its outputs are closed: services wait for both. */
  readonly closed: Promise<number>;
}

export function served(program: string, words: readonly string[], takesInput: boolean): ServedChild {
  const child = spawn(program, words, {
    detached: true,
    cwd: "/",
    stdio: [takesInput ? "pipe" : "ignore", "pipe", "pipe"],
  });
  child.stdin?.on("error", () => {});
  const closed = new Promise<number>((resolve) => {
    child.once("close", (code, signal) => resolve(code ?? 128 + (signal === "SIGKILL" ? 9 : 15)));
  });
  return { pid: child.pid ?? 0, child, closed };
}
