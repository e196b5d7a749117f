import { expect, test } from "vitest";
import { findCommands } from "../../../src/core/shell/find-program.ts";

test("[ALLOW-2] each command of find, with the files as what is not known", () => {
  expect([
    findCommands(["find", ".", "-exec", "a", "{}", ";", "-okdir", "b", "x{}", "+", "-print"]),
    findCommands(["find", "-exec", "find", "-exec", "c"]),
    findCommands(["find", null]),
  ]).toEqual([
    {
      role: "program",
      file: [],
      commands: [
        ["a", null],
        ["b", null],
      ],
      scripts: [],
      problem: "",
    },
    { role: "program", file: [], commands: [["find", "-exec", "c"]], scripts: [], problem: "" },
    {
      role: "program",
      file: [],
      commands: [],
      scripts: [],
      problem: "arguments of find, which may run commands, that only the running shell knows",
    },
  ]);
});
