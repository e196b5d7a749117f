import { expect, test } from "vitest";

import {
  applyControl,
  backspace,
  createCanvas,
  finishedText,
  isMovement,
  lineFeed,
  toLineStart,
  write,
} from "../../../src/core/output/canvas.ts";

test("[VIEW-4] a line is what is left of it when it has been drawn over", () => {
  const canvas = createCanvas();
  write(canvas, "downloading 99%");
  toLineStart(canvas);
  write(canvas, "done");
  applyControl(canvas, "K");
  lineFeed(canvas);
  write(canvas, "ab");
  backspace(canvas);
  write(canvas, "c");
  expect(finishedText(canvas)).toBe("done\nac");
});

test("[VIEW-4] movements are told from colours", () => {
  expect(["K", "2K", "31m"].map(isMovement)).toEqual([true, true, false]);
});
