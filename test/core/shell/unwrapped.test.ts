import { expect, test } from "vitest";
import { baseName, isMadeUp } from "../../../src/core/shell/unwrapped.ts";

test("[ALLOW-2] names of programs, and files that are none", () => {
  expect(["/bin/rm", "rm", "./a/", ""].map(baseName)).toEqual(["rm", "rm", "", ""]);
  expect([null, undefined, "/dev/stdin", "/proc/self/fd/0", "run.sh"].map(isMadeUp)).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
});
