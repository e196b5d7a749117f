import { expect, test } from "vitest";
import { LAUNCHERS, POWERFUL_VARIABLE, SHELLS, WRAPPERS } from "../../../src/core/shell/wrappers.ts";

test("[ALLOW-2] a program is of one kind, and an option has a value or none", () => {
  const names = [...WRAPPERS.keys()];
  expect(names.filter((name) => SHELLS.has(name) || LAUNCHERS.has(name))).toEqual([]);
  expect([...SHELLS].filter((name) => LAUNCHERS.has(name))).toEqual([]);
  const unclear = [...WRAPPERS].filter(([, { flags = "", values = "" }]) =>
    Array.from(flags).some((flag) => values.includes(flag)),
  );
  expect(unclear).toEqual([]);
});

test("[ALLOW-2] variables that decide what runs", () => {
  const names = ["PATH", "LD_PRELOAD", "GIT_EDITOR", "EDITOR", "BASH_ENV", "MY_PATH", "PATHS", "HOME", "CI"];
  expect(names.filter((name) => POWERFUL_VARIABLE.test(name))).toEqual([
    "PATH",
    "LD_PRELOAD",
    "GIT_EDITOR",
    "EDITOR",
    "BASH_ENV",
  ]);
});
