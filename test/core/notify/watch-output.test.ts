import { expect, test } from "vitest";
import { watchOutputText } from "../../../src/core/notify/watch-output.ts";

test.each<readonly [what: string, lines: string, text: string]>([
  ["short", "a\nb", "a\nb"],
  ["just short enough", "x".repeat(2_000), "x".repeat(2_000)],
  ["too long", "x".repeat(2_001), `${"x".repeat(2_000)}\n...(truncated)`],
  ["never in the middle of a character", `${"x".repeat(1_999)}💥`, `${"x".repeat(1_999)}\n...(truncated)`],
])("[WATCH-4] %s", (_, lines, text) => {
  expect(watchOutputText(lines)).toBe(text);
});
