import { expect, test } from "vitest";
import { shellScripts } from "../../../src/core/shell/shell-program.ts";
import type { Input, Text } from "../../../src/core/shell/unwrapped.ts";

const INPUT = { text: "from input" };

test.each<readonly [readonly Text[], Input, string | null]>([
  [["sh", "-c", "a"], INPUT, "a"],
  [["bash", "-euo", "pipefail", "-c", "a", "b"], undefined, "a"],
  [["bash", "+m", "--norc", "-lc", "a"], undefined, "a"],
  [["bash", "-c", "--", "a"], undefined, "a"],
  [["sh"], INPUT, "from input"],
  [["sh", "-s", "x"], INPUT, "from input"],
  [["sh", "-c"], undefined, null],
  [["sh"], undefined, null],
  [["sh"], { text: null }, null],
  [["sh", "-c", null], INPUT, null],
  [["sh", null], INPUT, null],
  [["bash", "--rcfile", "x"], INPUT, null],
  [["sh", "/dev/stdin"], INPUT, null],
])("[ALLOW-2] %j with the input %j runs %j", (words, input, script) => {
  const { scripts, problem } = shellScripts(words, input);
  expect([scripts[0] ?? null, problem !== ""]).toEqual([script, script === null]);
});

test("[ALLOW-2] a script in a file is a program", () => {
  expect(shellScripts(["bash", "-x", "run.sh"], undefined)).toEqual({
    role: "program",
    file: ["run.sh"],
    commands: [],
    scripts: [],
    problem: "",
  });
});
