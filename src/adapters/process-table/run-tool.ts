import { spawnSync } from "node:child_process";

import { PROCESS_TOOL_DEADLINE_MS } from "../../core/limits.ts";

const OUTPUT_MAX_BYTES = 64 * 1024 * 1024;

export interface ToolAnswer {
  readonly status: number;
  readonly output: string;
}

/** Runs a tool of the system and gives what it printed; null when it is missing or takes too long. */
export type RunTool = (program: string, words: readonly string[]) => ToolAnswer | null;

/** In English and in UTC, so that what it prints can be read everywhere. */
export const runTool: RunTool = (program, words) => {
  const { error, status, stdout } = spawnSync(program, words, {
    env: { ...process.env, LC_ALL: "C", TZ: "UTC" },
    stdio: ["ignore", "pipe", "ignore"],
    encoding: "utf8",
    timeout: PROCESS_TOOL_DEADLINE_MS,
    maxBuffer: OUTPUT_MAX_BYTES,
    windowsHide: true,
  });
  return error === undefined && status !== null ? { status, output: stdout } : null;
};

/** The same where there is no answer without it: to take silence for "it has gone" would invent an ending. */
export function mustRun(run: RunTool, program: string, words: readonly string[]): ToolAnswer {
  const answer = run(program, words);
  if (answer?.status === 0) return answer;
  throw new Error(
    `${program} failed, is missing, or took longer than ${PROCESS_TOOL_DEADLINE_MS / 1000} s, and without it no process can be recognised. Check that it is on the PATH, and try again.`,
  );
}
