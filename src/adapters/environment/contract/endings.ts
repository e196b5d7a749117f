import { deepStrictEqual, ok } from "node:assert/strict";

import type { Environment } from "../../../ports/environment.ts";
import { PROMPT_MS, type Rule, holdsInTime, inTime } from "./rule.ts";

/** Behaviour 7.1: time limits, interrupts, and outputs that are held open. */
export const ENDING_RULES: readonly Rule[] = [
  {
    rule: "ends a command whose time is up: 124, what it had printed, and a last line that says so",
    async check(environment) {
      const { answer, timeoutMs, endedMs } = await inTime(
        (limitMs) => environment.execute("printf before; sleep 600", { timeoutMs: limitMs }),
        ({ output }) => output.startsWith("before"),
      );
      const line = `[Command timed out after ${timeoutMs / 1_000}s]`;
      deepStrictEqual(answer, { output: `before\n${line}`, exitCode: 124 });
      prompt(performance.now() - endedMs + timeoutMs);
    },
  },
  {
    rule: "says nothing but that line where nothing was printed",
    check: async (environment) =>
      deepStrictEqual(await environment.execute("sleep 600", { timeoutMs: 1_500 }), {
        output: "[Command timed out after 1.5s]",
        exitCode: 124,
      }),
  },
  {
    rule: "leaves a command alone that ends in time",
    check: async (environment) =>
      deepStrictEqual(await environment.execute("echo done; exit 3", { timeoutMs: 60_000 }), {
        output: "done\n",
        exitCode: 3,
      }),
  },
  {
    rule: "ends a command whose caller is not interested any more: 130, and a last line that says so",
    async check(environment) {
      const caller = new AbortController();
      const file = await fresh(environment);
      const call = environment.execute(`printf before; touch ${file}; sleep 600`, { signal: caller.signal });
      ok(await holdsInTime(async () => (await environment.execute(`rm ${file}`)).exitCode === 0), "it does not begin");
      // What was printed is on its way here.
      await new Promise((resolve) => setTimeout(resolve, 500));
      const startMs = performance.now();
      caller.abort();
      deepStrictEqual(await call, { output: "before\n[Command interrupted]", exitCode: 130 });
      prompt(startMs);
    },
  },
  {
    rule: "does not start a command whose caller was not interested from the beginning",
    async check(environment) {
      const file = await fresh(environment);
      const answer = await environment.execute(`touch ${file}`, { signal: AbortSignal.abort() });
      deepStrictEqual(answer, { output: "[Command interrupted]", exitCode: 130 });
      deepStrictEqual((await environment.execute(`test -e ${file}`)).exitCode, 1);
    },
  },
  {
    rule: "leaves nothing of a command there whose time was up, also not what ignores SIGTERM or has a session of its own",
    needs: ["end"],
    async check(environment) {
      const file = await fresh(environment);
      const stubborn = `sh -c 'trap "" TERM; echo $$ >> ${file}; while :; do sleep 1; done' & `;
      const apart = `setsid sh -c 'echo $$ >> ${file}; while :; do sleep 1; done' & `;
      const attempt = async (timeoutMs: number): Promise<readonly string[]> => {
        await environment.execute(`${stubborn}${apart}echo $$ >> ${file}; sleep 600`, { timeoutMs });
        return (await environment.execute(`cat ${file}; rm -f ${file}`)).output.trim().split("\n");
      };
      const { answer: pids } = await inTime(attempt, (all) => all.length === 3);
      deepStrictEqual(pids.length, 3);
      const all = pids
        .map((pid) => `kill -0 ${pid} 2>/dev/null && grep -qv '^State:.Z' /proc/${pid}/status`)
        .join(" || ");
      const isGone = async (): Promise<boolean> => (await environment.execute(all)).exitCode !== 0;
      ok(await holdsInTime(isGone), `of ${pids.join(", ")} something lives`);
    },
  },
  {
    rule: "is not held up by what a command has left behind, and leaves that alone",
    async check(environment) {
      const startMs = performance.now();
      const { output, exitCode } = await environment.execute("sleep 600 & echo $!");
      prompt(startMs);
      const ended = await environment.execute(`kill ${output.trim()}`);
      deepStrictEqual([exitCode, /^\d+\n$/.test(output), ended.exitCode], [0, true, 0]);
    },
  },
  {
    rule: "is not held up by what goes on printing, either",
    async check(environment) {
      const startMs = performance.now();
      const { output, exitCode } = await environment.execute("(while :; do echo more; sleep 0.05; done) & echo $!");
      prompt(startMs);
      const pid = output.split("\n").find((line) => /^\d+$/.test(line)) ?? "";
      deepStrictEqual([exitCode, (await environment.execute(`kill ${pid}`)).exitCode], [0, 0]);
    },
  },
];

function prompt(sinceMs: number): void {
  const tookMs = performance.now() - sinceMs;
  ok(tookMs < PROMPT_MS, `it took ${Math.round(tookMs)} ms longer than it had to`);
}

/** The path of a file there that does not exist. */
async function fresh(environment: Environment): Promise<string> {
  return (await environment.execute("file=$(mktemp) && rm $file && echo $file")).output.trim();
}
