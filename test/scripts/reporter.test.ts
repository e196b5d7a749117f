import { execFile } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../support/sources.ts";
import { temporaryDirectory } from "../support/temp.ts";

const GOOD = 'test("good", () => {});';
const BAD = 'test("bad", () => { throw new Error("bad"); });';
const SKIPPED = 'test.skip("later", () => {}); test.todo("some day");';

test.each([
  ["TEST-1", "all pass", { a: GOOD, b: GOOD }, {}, 0, "2 passed, 0 failed"],
  ["TEST-1", "one fails", { a: GOOD + BAD }, {}, 1, "1 passed, 1 failed"],
  ["TEST-1", "a file that does not load", { a: GOOD, b: 'throw new Error("x");' }, {}, 1, "1 passed, 1 failed"],
  ["TEST-1", "a hook that fails", { a: `${GOOD} afterAll(() => { throw 1; });` }, {}, 1, "1 passed, 1 failed"],
  [
    "TEST-1",
    "an error that nobody caught",
    { a: `${GOOD} Promise.reject(new Error("x"));` },
    {},
    1,
    "1 passed, 1 failed",
  ],
  ["TEST-2", "left out, not in CI", { a: GOOD + SKIPPED }, {}, 0, "1 passed, 0 failed, 2 skipped"],
  ["TEST-2", "left out in CI", { a: GOOD + SKIPPED }, { CI: "true" }, 1, "1 passed, 2 failed"],
] as const)("[%s] %s", async (_, __, files, env, code, lastLine) => {
  const result = await runTests(files, env);
  expect({ code: result.code, lastLine: lastLineOf(result.output) }, result.output).toEqual({ code, lastLine });
});

test("[TEST-2] what was left out is named", async () => {
  const { output } = await runTests({ a: GOOD + SKIPPED }, { CI: "true" });
  expect(output).toContain(
    "In CI no test may be left out; 2 did not run:\n  a.test.ts: later\n  a.test.ts: some day\n",
  );
});

test("[TEST-4] what held only when it was tried again passes, and is named", async () => {
  const unsteady =
    'let tries = 0; test("now and then", { retry: 1 }, () => { if (++tries < 2) throw new Error("once"); });';
  const { code, output } = await runTests({ a: unsteady + GOOD }, {});
  expect([code, lastLineOf(output)]).toEqual([0, "2 passed, 0 failed"]);
  expect(output).toContain("each is a fault to be found:\n  a.test.ts: now and then: Error: once\n    at ");
});

test("[TEST-3] what is left behind fails its file, and is named", async () => {
  const files = {
    directory: 'test("a", () => { mkdtempSync(join(tmpdir(), "bellhop-")); });',
    ending: 'test("a", () => { spawn("sleep", ["0.3"]); });',
    file: 'test("a", () => { openSync("/etc/passwd", "r"); });',
    orphan: 'test("a", () => { spawnSync("setsid", ["-f", "sleep", "61"], { stdio: "ignore" }); });',
    process: 'test("a", () => { spawn("sleep", ["60"], { stdio: "ignore" }); });',
  };
  const { output } = await runTests(files, {});
  const left = [...output.matchAll(/^ {2}(process|open file|temporary directory)(?: \d+ \(S\))?: (.*)$/gm)];
  expect(left.map(([, kind, what = ""]) => `${kind}: ${what.replace(/.*(bellhop-)\w+$/, "$1")}`).toSorted()).toEqual([
    "open file: /etc/passwd",
    "process: sleep 60",
    "process: sleep 61",
    "temporary directory: bellhop-",
  ]);
  expect(lastLineOf(output)).toBe("5 passed, 4 failed");
});

function lastLineOf(output: string): string | undefined {
  return output.trimEnd().split("\n").at(-1);
}

/** Runs test files in a project of their own, with our reporter and our look at what is left. */
async function runTests(
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly output: string }> {
  const project = temporaryDirectory();
  const imports = [
    'import { spawn, spawnSync } from "node:child_process";',
    'import { mkdtempSync, openSync } from "node:fs";',
    'import { tmpdir } from "node:os";',
    'import { join } from "node:path";',
    'import { afterAll, test } from "vitest";',
  ].join(" ");
  mkdirSync(join(project, "support"));
  symlinkSync(join(ROOT, "node_modules"), join(project, "node_modules"));
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(project, `${name}.test.ts`), `${imports}\n${text}\n`);
  const config = `
    import { LastLineReporter } from ${JSON.stringify(join(ROOT, "scripts", "reporter.mjs"))};
    const setupFiles = [${JSON.stringify(join(ROOT, "test", "support", "leaks.ts"))}];
    export default { test: { pool: "forks", maxWorkers: 4, setupFiles, reporters: ["default", new LastLineReporter()] } };
  `;
  writeFileSync(join(project, "vitest.config.mjs"), config);
  const vitest = join(ROOT, "node_modules", "vitest", "vitest.mjs");
  const { PATH, TMPDIR, BELLHOP_TEST_RUN } = process.env;
  const settings = { cwd: project, env: { PATH, TMPDIR, BELLHOP_TEST_RUN, NO_COLOR: "1", ...env } };
  return new Promise((resolve) => {
    execFile(process.execPath, [vitest, "run"], settings, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), output: `${stderr}${stdout}` });
    });
  });
}
