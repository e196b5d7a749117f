import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { WATCH_INTERVAL_MS } from "../../src/core/limits.ts";
import { initialProgress } from "../../src/core/notify/progress.ts";
import { JumpingClock } from "../support/jumping-clock.ts";
import { pollOf, reopen, startPlain, testRegistry } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";
import { allOf, matches, matchesOf, recordOf, recordPath, startEcho } from "../support/watching.ts";

describe("[WATCH-20] a crash", () => {
  test("before anything: what was printed while nobody watched is matched", async () => {
    const registry = await testRegistry();
    const gate = join(temporaryDirectory(), "gate");
    const { id } = await startPlain(registry, `until [ -e ${gate} ]; do sleep 0.02; done; echo ERROR; exec sleep 60`, {
      watchPatterns: ["ERROR"],
    });
    await registry.close();
    writeFileSync(gate, "");
    const again = await reopen(registry);
    expect((await matches(again, 1))[0]).toMatchObject({ sessionId: id, output: "ERROR" });
  });

  test("between the event and the record: it is not told twice", async () => {
    const clock = new JumpingClock();
    const registry = await testRegistry({ clock });
    const id = await startEcho(registry, ["x"]);
    await registry.submit(id, "x 1");
    await matches(registry, 1);
    await registry.close();
    const record = { ...recordOf(registry, id), notices: initialProgress(false) };
    writeFileSync(recordPath(registry, id), JSON.stringify(record));
    clock.advance(WATCH_INTERVAL_MS + 1_000);
    const again = await reopen(registry, { clock });
    await again.submit(id, "x 2");
    expect((await matches(again, 2)).map(({ output }) => output)).toEqual(["x 1", "x 2"]);
  });

  test("with matches that were dropped but not written down: they are counted all the same", async () => {
    const clock = new JumpingClock();
    const registry = await testRegistry({ clock });
    const id = await startEcho(registry, ["x"]);
    await registry.submit(id, "x 1");
    await matches(registry, 1);
    await registry.submit(id, "x 2");
    await until(async () => (await pollOf(registry, id)).outputPreview.includes("x 2"));
    const again = await reopen(registry, { clock });
    expect((await matchesOf(again)).length).toBe(1);
    await until(() => again.hasWork());
    await again.submit(id, "seen");
    await until(async () => (await pollOf(again, id)).outputPreview.includes("seen"));
    clock.advance(WATCH_INTERVAL_MS + 1_000);
    await again.submit(id, "x 3");
    const last = (await matches(again, 2))[1];
    expect([last?.output.includes("x 3"), (last?.suppressed ?? 0) + (last?.output.split("\n").length ?? 0)]).toEqual([
      true,
      2,
    ]);
  });

  test("between the eighth match and the last word: it is said", async () => {
    const registry = await testRegistry();
    const id = await startEcho(registry, ["x"]);
    await registry.close();
    const record = recordOf(registry, id);
    const watch = { ...record.notices.watch, hits: 8 };
    writeFileSync(recordPath(registry, id), JSON.stringify({ ...record, notices: { ...record.notices, watch } }));
    const again = await reopen(registry);
    expect((await allOf(again)).map(({ type }) => type)).toEqual(["watch_disabled"]);
    expect((await allOf(await reopen(again))).length).toBe(1);
  });
});

test("[WATCH-21] a gap in the log is passed over", async () => {
  const registry = await testRegistry();
  const gate = join(temporaryDirectory(), "gate");
  const command = `until [ -e ${gate} ]; do sleep 0.02; done; seq 1 200000; echo the END; exec sleep 60`;
  await startPlain(registry, command, { watchPatterns: ["END"], logMaxBytes: 64 * 1024 });
  await registry.close();
  writeFileSync(gate, "");
  const again = await reopen(registry);
  expect((await matches(again, 1))[0]?.output).toBe("the END");
});
