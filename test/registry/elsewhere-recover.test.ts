import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { FakeElsewhere } from "../support/fake-elsewhere.ts";
import { pollOf, testRegistry } from "../support/registry.ts";

const PLACE = "docker:box";

describe("an interrupted start", () => {
  /** A home as a crash leaves it in the middle of a launch. */
  async function interrupted(
    claim: boolean,
  ): Promise<{ readonly home: string; readonly id: string; readonly there: FakeElsewhere }> {
    const there = new FakeElsewhere();
    const registry = await testRegistry({ elsewhere: there });
    const { id } = await registry.start({ command: "make", environment: PLACE });
    await registry.close();
    const directory = join(registry.home, "procs", id);
    const path = join(directory, "record.json");
    const from = existsSync(path) ? path : join(directory, "spec.json");
    const { record, ...spec } = JSON.parse(readFileSync(from, "utf8")) as { record?: Record<string, unknown> };
    const text = { ...(record ?? spec), state: { phase: "starting" }, elsewhere: { environment: PLACE, pid: null } };
    writeFileSync(path, JSON.stringify(text));
    if (!claim) for (const name of ["running", "pipe"]) rmSync(join(directory, name));
    there.calls.length = 0;
    return { home: registry.home, id, there };
  }

  test("[ELSE-10] that runs there goes on", async () => {
    const { home, id, there } = await interrupted(true);
    const registry = await testRegistry({ home, elsewhere: there });
    expect(await pollOf(registry, id)).toMatchObject({ status: "running", environment: PLACE, pid: null });
    there.end(id, 0);
    expect(await registry.wait(id)).toMatchObject({ exitCode: 0 });
  });

  test("[ELSE-10] that never came there is lost", async () => {
    const { home, id, there } = await interrupted(true);
    there.jobs.clear();
    const registry = await testRegistry({ home, elsewhere: there });
    expect(await registry.wait(id)).toMatchObject({
      completionReason: "lost",
      terminationSource: "environment_gone",
      lostDetail: "docker:box has no such process.",
    });
  });

  test("[ELSE-10] that was not claimed leaves nothing", async () => {
    const { home, there } = await interrupted(false);
    const registry = await testRegistry({ home, elsewhere: there });
    expect([await registry.list(), there.calls]).toEqual([[], []]);
  });
});
