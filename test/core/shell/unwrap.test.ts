import { expect, test } from "vitest";
import { unwrap } from "../../../src/core/shell/unwrap.ts";
import type { Text } from "../../../src/core/shell/unwrapped.ts";

type Case = readonly [readonly Text[], Partial<ReturnType<typeof unwrap>>];

test.each<Case>([
  [["ls", "-l"], { role: "program" }],
  [["tmux"], { role: "launcher" }],
  [["sudo", "-u", "x", "--", "ls"], { role: "power", commands: [["ls"]] }],
  [["sudo", "--user=x", "A=1", "ls", "-l"], { role: "power", commands: [["ls", "-l"]] }],
  [["env"], { role: "program" }],
  [["exec"], { role: "transparent" }],
  [["command", "-v", "ls"], { role: "transparent" }],
  [["timeout", "-k3", "5", "ls", null], { role: "transparent", commands: [["ls", null]] }],
  [["timeout", null, "ls"], { role: "transparent", problem: "an option of timeout that is not known" }],
  [["xargs", "-I", "{}", "cp", "{}.x", "y"], { role: "transparent", commands: [["cp", null, "y", null]] }],
  [["xargs", "-n1"], { role: "program" }],
  [["eval", "a", "b"], { role: "transparent", scripts: ["a b"] }],
  [["trap", "a", "EXIT"], { role: "transparent", scripts: ["a"] }],
  [["trap", "-p"], { role: "transparent" }],
  [["trap", "EXIT"], { role: "transparent" }],
  [[".", "x"], { role: "program", file: ["x"] }],
  [["."], { role: "program", problem: "a script that is made as the command runs" }],
  [[null], { role: "program" }],
])("[ALLOW-2] %j is %j", (words, expected) => {
  expect(unwrap(words, undefined)).toEqual({ file: [], commands: [], scripts: [], problem: "", ...expected });
});
