import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { membersOf } from "../../src/adapters/process-table/members.ts";
import type { ProcessEntry, TreePlace } from "../../src/ports/process-table.ts";

const OWN = 9;
const ROOT = { bootId: "boot", pid: 100, startTicks: 50 };
const PLACE: TreePlace = { root: ROOT, mark: "proc_ours", shimPid: 90 };

interface Sketch extends Partial<ProcessEntry> {
  readonly pid: number;
  readonly mark?: string;
}

function found(
  sketches: readonly Sketch[],
  place: Partial<TreePlace> = {},
  inCgroup: ReadonlySet<number> = new Set(),
): number[] {
  const entries = sketches.map(({ pid, parentPid = 1, sessionPid = 1, startTicks = 60, state = "S" }) => ({
    pid,
    parentPid,
    sessionPid,
    startTicks,
    state,
  }));
  const marks = new Map(sketches.map(({ pid, mark = "" }) => [pid, mark]));
  const markOf = ({ pid }: ProcessEntry): string => marks.get(pid) ?? "";
  return membersOf({ entries, markOf, inCgroup, ownPid: OWN }, { ...PLACE, ...place }).map(({ pid }) => pid);
}

const root: Sketch = { pid: 100, parentPid: 90, sessionPid: 100, startTicks: 50, mark: "proc_ours" };

describe("[TABLE-5] who belongs to a tree", () => {
  test.each<[string, Sketch, boolean]>([
    ["a child", { pid: 101, parentPid: 100 }, true],
    ["a member of the session that has lost its parent", { pid: 101, sessionPid: 100 }, true],
    ["whoever carries the mark", { pid: 101, mark: "proc_ours" }, true],
    ["a child with the mark of another job", { pid: 101, parentPid: 100, mark: "proc_theirs" }, true],
    ["a zombie does not", { pid: 101, parentPid: 100, state: "Z" }, false],
    ["a stranger does not", { pid: 101, mark: "proc_theirs" }, false],
    [
      "one that is older than the command does not, whatever it carries",
      { pid: 101, startTicks: 49, mark: "proc_ours" },
      false,
    ],
    ["a helper of the shim does not", { pid: 101, parentPid: 90, sessionPid: 90, mark: "proc_ours" }, false],
    ["this program does not", { pid: OWN, parentPid: 100, mark: "proc_ours" }, false],
    ["one that is older than the parent that it names does not", { pid: 101, parentPid: 100, startTicks: 49 }, false],
  ])("%s", (_, sketch, belongs) => {
    expect(found([root, sketch])).toEqual(belongs ? [100, sketch.pid] : [100]);
  });

  test("children of children, in whatever order they are listed", () => {
    expect(
      found([{ pid: 103, parentPid: 102 }, { pid: 102, parentPid: 101 }, { pid: 101, parentPid: 100 }, root]),
    ).toEqual([103, 102, 101, 100]);
  });

  test("the command, also while it is still in the session of its shim", () => {
    expect(found([{ ...root, sessionPid: 90 }])).toEqual([100]);
  });

  test("who was found before, with its children, when the parent has gone; not who has its pid now", () => {
    const known = [{ pid: 101, parentPid: 100, sessionPid: 101, startTicks: 60, state: "S" }];
    expect(found([{ pid: 101 }, { pid: 102, parentPid: 101 }], { known })).toEqual([101, 102]);
    expect(found([{ pid: 101, startTicks: 61 }], { known })).toEqual([]);
  });

  test("who is in the cgroup, whatever its age; not the helpers", () => {
    const sketches = [root, { pid: 101, startTicks: 1 }, { pid: 91, sessionPid: 90 }];
    expect(found(sketches, {}, new Set([100, 101, 91]))).toEqual([100, 101]);
  });
});

test("[KILL-11] a stranger with the pid of the command takes the session along", () => {
  const sketches = [
    { ...root, startTicks: 70, mark: "" },
    { pid: 101, parentPid: 100, sessionPid: 100, startTicks: 71 },
    { pid: 102, mark: "proc_ours" },
  ];
  expect(found(sketches)).toEqual([102]);
  expect(found(sketches, { root: { ...ROOT, startTicks: null } })).toEqual([102]);
});

test("[TABLE-2] without a start time the command is who has the pid and the mark", () => {
  expect(found([root, { pid: 101, sessionPid: 100 }], { root: { ...ROOT, startTicks: null } })).toEqual([100, 101]);
});

test("[TABLE-5] loops in the parent links end, and nobody is named twice", () => {
  const sketch = fc.record({ pid: fc.integer({ min: 100, max: 110 }), parentPid: fc.integer({ min: 100, max: 110 }) });
  fc.assert(
    fc.property(fc.uniqueArray(sketch, { selector: ({ pid }) => pid }), (sketches) => {
      const members = found(sketches, { root: { ...ROOT, startTicks: 60 } });
      expect(new Set(members).size).toBe(members.length);
    }),
  );
});
