import { expect, test } from "vitest";

import { heldVerdict } from "../../../src/core/isolation/verdict.ts";

test("[ISO-6] a verdict holds for 60 s, both ways", () => {
  const held = [true, false].map((usable) =>
    [0, 59_999, 60_000].map((age) => heldVerdict({ usable, atMs: 500 }, 500 + age)),
  );
  expect([heldVerdict(null, 0), ...held]).toEqual([null, [true, true, null], [false, false, null]]);
});
