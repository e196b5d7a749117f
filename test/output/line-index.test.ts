import { expect, test } from "vitest";
import { lineIndexOf } from "../../src/adapters/output/index-cache.ts";
import { countLines } from "../../src/adapters/output/line-index.ts";
import type { LineIndex } from "../../src/adapters/output/line-index.ts";
import { listLog } from "../../src/adapters/output/listing.ts";
import { INDEXED_LOGS_MAX } from "../../src/core/limits.ts";
import { createLogFiles } from "./log-files.ts";

test("[LOG-9] counts so many bytes at a time, the segments that stay longest first, and no further than asked", () => {
  const files = createLogFiles();
  files.append("a\nb\nc\n");
  files.begin();
  files.append("d\ne\nf\n");
  const { segments } = listLog(files.directory);
  const index: LineIndex = new Map();
  const counted = (): unknown => [...index].map(([offset, lines]) => [offset, lines.counted, lines.newlines]);
  const steps = [4, 4, 4].map((maxBytes) => [countLines(index, { segments, goal: 11 }, maxBytes), counted()]);
  expect(steps).toEqual([
    [false, [[6, 4, 2]]],
    [
      false,
      [
        [6, 5, 2],
        [0, 3, 1],
      ],
    ],
    [
      true,
      [
        [6, 5, 2],
        [0, 6, 3],
      ],
    ],
  ]);
});

test("[LOG-6] so many line indexes are kept, and the one that was used longest ago goes first", () => {
  const owners = Array.from({ length: INDEXED_LOGS_MAX + 1 }, () => ({}));
  const indexes = owners.slice(1).map(lineIndexOf);
  const used = lineIndexOf(owners[1]!);
  lineIndexOf(owners[0]!);
  expect(used).toBe(indexes[0]);
  expect([lineIndexOf(owners[1]!) === indexes[0], lineIndexOf(owners[2]!) === indexes[1]]).toEqual([true, false]);
});
