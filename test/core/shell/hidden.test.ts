import { expect, test } from "vitest";
import { setterProblem } from "../../../src/core/shell/hidden.ts";
import { readScript } from "../../../src/core/shell/read.ts";

test.each([
  [["export", "PATH=x"], true],
  [["export", "PATH"], true],
  [["export", "PATHS=x"], false],
  [["declare", "-x", "LD_PRELOAD+=x"], true],
  [["env", "PATH"], false],
  [["env", "PATH=x", "ls"], true],
  [["sudo", "sh", "-c", "echo $(x)"], false],
  [["printf", "PATH"], false],
  [["printf", "-v", "PATH"], true],
  [["echo", "PATH=x", "$(x)"], false],
  [[null, "PATH=x"], false],
] as const)("[ALLOW-2] %j changes what others run, or hides something: %j", (words, is) => {
  expect(setterProblem(words) !== "").toBe(is);
});

test("[ALLOW-2] texts of commands hide nothing, those that a shell evaluates may", () => {
  const problems = (script: string): number => readScript(script).problems.length;
  expect(["echo '$(x)'", "x='$(x)'", "[[ '$(x)' ]]", "x=$(x)", 'x="`x`"'].map(problems)).toEqual([0, 1, 1, 0, 0]);
});
