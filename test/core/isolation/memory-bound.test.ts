import { expect, test } from "vitest";

import { workerMemoryBound } from "../../../src/core/isolation/memory-bound.ts";

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
const LARGE = { physicalBytes: 64 * GIB, cgroupMaxBytes: null };

/** [what, physical, own limit, setting, asked] → [bound in MiB, what is ignored] */
test.each([
  ["4 GiB at most", 64 * GIB, null, "", undefined, 4096, null],
  ["half of the memory", 2 * GIB, null, "", undefined, 1024, null],
  ["64 MiB at least", 100 * MIB, null, "", undefined, 64, null],
  ["the gateway's own limit", 64 * GIB, 512 * MIB, "", undefined, 512, null],
  ["an own limit that is too small to share", 64 * GIB, 10 * MIB, "", undefined, 4096, null],
  ["1 GiB where nothing is known", null, null, "", undefined, 1024, null],
  ["a setting tightens", 64 * GIB, null, " 256 ", undefined, 256, null],
  ["a setting does not widen", 64 * GIB, 512 * MIB, "99999", undefined, 512, null],
  ["a setting below 64 is ignored", 64 * GIB, null, "63", undefined, 4096, "63"],
  ["a setting that is no number is ignored", 64 * GIB, null, "1g", undefined, 4096, "1g"],
  ["a start tightens", 64 * GIB, null, "", 100, 100, null],
  ["a start does not widen", 64 * GIB, 512 * MIB, "", 9000, 512, null],
  ["the tightest holds", 64 * GIB, 512 * MIB, "300", 400, 300, null],
] as const)("[ISO-10] %s", (_, physicalBytes, cgroupMaxBytes, setting, askedMb, mib, ignored) => {
  const bound = workerMemoryBound({ physicalBytes, cgroupMaxBytes }, setting, askedMb);
  expect(bound).toEqual({ bytes: mib * MIB, ignored });
});

test("[ISO-10] no setting and none asked", () => {
  expect(workerMemoryBound(LARGE)).toEqual({ bytes: 4 * GIB, ignored: null });
});
