import { expect, test } from "vitest";

import { initialProgress } from "../../../src/core/notify/progress.ts";

test("nothing is told at the start, and only what was asked for is awaited", () => {
  expect(
    [initialProgress(false), initialProgress(true)].map(({ seq, ready, inputToldAt, watch }) => ({
      seq,
      ready,
      inputToldAt,
      watched: watch.cursor,
    })),
  ).toEqual([
    { seq: 0, ready: "none", inputToldAt: -1, watched: 0 },
    { seq: 0, ready: "pending", inputToldAt: -1, watched: 0 },
  ]);
});
