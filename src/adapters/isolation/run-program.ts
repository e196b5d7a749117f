import { execFile } from "node:child_process";

export interface RunOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly deadlineMs: number;
}

export interface RunResult {
  /** Null when it could not be run, was killed, or took too long. */
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs a program to its end. Never rejects. */
export type RunProgram = (words: readonly string[], options: RunOptions) => Promise<RunResult>;

export const runProgram: RunProgram = (words, { env, deadlineMs }) => {
  const [program = "", ...rest] = words;
  return new Promise((resolve) => {
    const options = { env: { ...env, LC_ALL: "C" }, timeout: deadlineMs, killSignal: "SIGKILL" } as const;
    const child = execFile(program, rest, options, (error, output, errors) => {
      const failed = error === null ? 0 : error.code;
      resolve({ code: typeof failed === "number" ? failed : null, output, errors });
    });
    child.stdin?.end();
  });
};
