import { expect, test } from "vitest";
import { backgroundTail } from "../../../src/core/shell/background.ts";
import { readScript } from "../../../src/core/shell/read.ts";

test("[ALLOW-1, GUARD-1] every command of a script in its order, wrappers before what they run", () => {
  const reading = readScript("a 'b c' $x > f && sudo d & sh <<'E'\necho $(e &)\nE\nA=1 export B=2 C=$(f)");
  const a = { words: ["a", "b c", null], role: "program" };
  const sudo = [
    { words: ["sudo", "d"], role: "power" },
    { words: ["d"], role: "program" },
  ];
  const e = { words: ["e"], role: "program" };
  expect(reading).toMatchObject({
    commands: [
      a,
      ...sudo,
      { words: ["sh"], role: "transparent" },
      { words: ["echo", null], role: "program" },
      e,
      { words: ["export", "B=2", null], role: "program" },
      { words: ["f"], role: "program" },
    ],
    backgrounds: [[a, ...sudo], [e]],
    problems: [],
  });
});

test("[ALLOW-2] what cannot be known is said", () => {
  expect(["$x", "a &&", "sh", "echo ${x@P}"].map((script) => readScript(script).problems)).toEqual([
    ["a program that only the running shell knows"],
    ["something malformed"],
    ["a shell whose commands come from a standard input that is not known"],
    ["`${…@P}`, which runs what a variable holds"],
  ]);
});

test.each([
  ["echo $((", "1+", "1))"],
  ["(( ", "1,", "1 ))"],
  ["", "coproc ", "a"],
  ["", "f() ", "{ a; }"],
  ["", "$(", ")"],
  ["a", " && a", ""],
])("[ALLOW-2, SHELL-2] %j with many %j: nothing is thrown, and what cannot be read is said", (before, piece, after) => {
  const script = before + piece.repeat(Math.floor(120_000 / piece.length)) + after;
  expect(readScript(script).problems.length > 0).toBe(piece !== " && a");
  expect(backgroundTail(`${script} &`).replaceAll(/[{}]/g, "").length).toBeGreaterThan(100_000);
});
