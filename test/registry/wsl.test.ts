import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { WSL_NOTE } from "../../src/core/wsl.ts";
import { startPlain, testRegistry } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";

test("[INST-9] a start, the list, a poll and a kill say that the pid is the launcher's", async () => {
  const registry = await testRegistry();
  const launcher = join(temporaryDirectory(), "wsl.exe");
  writeFileSync(launcher, "#!/bin/sh\nexec sleep 600\n", { mode: 0o755 });
  const started = await startPlain(registry, `${launcher} -e make`);
  const [entry] = await registry.list();
  const polled = await registry.poll(started.id);
  const killed = await registry.kill(started.id);
  expect([started.note, entry?.wslChain, entry?.wslNote, "note" in polled && polled.note, killed.note]).toEqual([
    WSL_NOTE,
    true,
    WSL_NOTE,
    WSL_NOTE,
    WSL_NOTE,
  ]);
  const other = await startPlain(registry, "sleep 600");
  expect([other.note, (await registry.list()).find(({ sessionId }) => sessionId === other.id)?.wslChain]).toEqual([
    undefined,
    undefined,
  ]);
  expect(await registry.kill(other.id)).not.toHaveProperty("note");
});
