import fc from "fast-check";
import { expect, test } from "vitest";

import { LOG_MAX_BYTES, LOG_MAX_BYTES_CEILING, LOG_MAX_BYTES_FLOOR } from "../../src/core/limits.ts";
import { logLayout } from "../../src/core/log-layout.ts";

test("[SHIM-4] the default log is four segments of 15 MiB, read in blocks of 64 KiB", () => {
  expect(logLayout(LOG_MAX_BYTES)).toEqual({ blockBytes: 65_536, segmentBytes: 15_728_640, segments: 4 });
});

test("[SHIM-4] whatever the limit, the segments with their overshoot stay within it", () => {
  fc.assert(
    fc.property(fc.integer({ min: LOG_MAX_BYTES_FLOOR, max: LOG_MAX_BYTES_CEILING }), (limit) => {
      const { blockBytes, segmentBytes, segments } = logLayout(limit);
      // As the shim counts: at least this many reads before it looks at the size again.
      const least = Math.floor((Math.floor(segmentBytes / blockBytes) + 14) / 15);
      expect(segments * (segmentBytes + least * blockBytes)).toBeLessThanOrEqual(limit * 1.01);
      expect(segmentBytes * (segments - 1)).toBeGreaterThan(limit / 2);
    }),
  );
});
