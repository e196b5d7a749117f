import { expect, test } from "vitest";

import { leftoversText } from "../../../src/core/notify/leftovers-text.ts";

test.each([
  [[], ""],
  [
    [{ pid: 7, name: "node", ports: [3000], cpuSeconds: 1.26, memoryBytes: 1 }],
    "node (pid 7, port 3000, 1.3 s of CPU, 1 MiB)",
  ],
  [
    [{ pid: 7, name: "a b", ports: [1, 2] }, {}, { pid: null, name: 3, cpuSeconds: "x", ports: "y" }],
    "a b (pid 7, ports 1 2), a process (pid ?), 3 (pid ?)",
  ],
])("[LEFT-1] %j", (leftovers, text) => {
  expect(leftoversText(leftovers)).toBe(text);
});
