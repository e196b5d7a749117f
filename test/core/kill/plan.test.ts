import { expect, test } from "vitest";

import { firstTargets } from "../../../src/core/kill/plan.ts";

const victim = (pid: number, isRoot = false, ignoresSignal = false) => ({ pid, isRoot, ignoresSignal });
const pids = (tree: ReturnType<typeof victim>[]) => firstTargets(tree).map((one) => one.pid);

test("[KILL-2] the parent is asked alone", () => {
  expect(pids([victim(1, true), victim(2), victim(3)])).toEqual([1]);
});

test("[KILL-3] with a parent that ignores the signal, and without a parent, all are asked at once", () => {
  expect(pids([victim(1, true, true), victim(2), victim(3)])).toEqual([1, 2, 3]);
  expect(pids([victim(2), victim(3)])).toEqual([2, 3]);
  expect(pids([])).toEqual([]);
});
