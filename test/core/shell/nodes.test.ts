import { parse } from "unbash";
import type { Word } from "unbash";
import { expect, test } from "vitest";
import { contains, staticValue, unlessTooDeep } from "../../../src/core/shell/nodes.ts";

test.each([
  ["rm", "rm"],
  [`r"m"'x'$'\\n'\\y`, "rmx\ny"],
  ["~/x", "~/x"],
  ["$x", null],
  [`a"b$x"`, null],
  ["a*", null],
  ["{a,b}", null],
  ["$(x)", null],
  ["=rm", null],
  ["=", "="],
  ["a=b", "a=b"],
])("[ALLOW-2] %j stands for %j", (text, value) => {
  const words: Word[] = [];
  contains(parse(`echo ${text}`), (node) => node.type === "Word" && words.push(node) === 0);
  expect(staticValue(words[1]!)).toBe(value);
});

test("[ALLOW-2] a node is found in whatever it is", () => {
  const has = (script: string): boolean =>
    contains(parse(script), (node) => node.type === "Command" && node.name?.text === "x");
  expect(
    ["x", "echo $(x)", 'echo "`x`"', "cat <<E\n$(x)\nE", "a[$(x)]=1", "echo 'x'", "cat <<'E'\n$(x)\nE"].map(has),
  ).toEqual([true, true, true, true, true, false, false]);
});

test("[SHELL-2] only what is too deep is answered for, other faults are thrown on", () => {
  const endless = (): number => 1 + endless();
  expect(unlessTooDeep(endless, () => -1)).toBe(-1);
  const faulty = (): number => JSON.parse("{") as number;
  expect(() => unlessTooDeep(faulty, () => -1)).toThrow(SyntaxError);
});
