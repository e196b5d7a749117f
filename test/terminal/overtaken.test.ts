import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";

import { logOf, pollOf, testRegistry } from "../support/registry.ts";
import { startInTerminal } from "./support.ts";

test("[TERM-15] the place of the cursor is that of the question, also when somebody looks at the screen meanwhile", async () => {
  const registry = await testRegistry();
  const script = `
import os, tty, time
tty.setraw(0)
wrong = 0
for turn in range(40):
    time.sleep(0.02)
    os.write(1, b"\\033[2;2H\\033[6n\\033[20;20Hc")
    got = b""
    while got[-1:] != b"R": got += os.read(0, 64)
    wrong += got != b"\\033[2;2R"
print("wrong", wrong, "end", end="\\r\\n")
`;
  const { id } = await startInTerminal(registry, `exec python3 -c '${script}'`);
  while ((await pollOf(registry, id)).status === "running") {
    await registry.screen(id);
    await sleep(1); // Somebody who looks all the time.
  }
  expect((await logOf(registry, id)).output).toMatch(/wrong 0 end/);
});
