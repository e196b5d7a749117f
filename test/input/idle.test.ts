import { expect, test } from "vitest";

import { startPlain, testRegistry } from "../support/registry.ts";
import { JumpingClock } from "../support/jumping-clock.ts";
import { until } from "../support/until.ts";

/** Remembers what timers were asked for. */
class CountingClock extends JumpingClock {
  readonly asked: number[] = [];

  override every(intervalMs: number, task: () => void): () => void {
    this.asked.push(intervalMs);
    return super.every(intervalMs, task);
  }
}

const LOOKS = [300, 300, 600, 1_200, 2_400, 4_800];

test("[INPUT-6] a quiet process without a terminal is looked at a few times, and one without an input never", async () => {
  const clock = new CountingClock();
  const registry = await testRegistry({ clock });
  clock.asked.length = 0;
  await startPlain(registry, "exec sleep 60");
  const without = [...clock.asked];
  await startPlain(registry, "exec sleep 60", { stdin: "pipe" });
  await until(() => {
    clock.advance(5_000);
    return clock.asked.length >= LOOKS.length;
  });
  for (let minute = 0; minute < 60; minute += 1) {
    clock.advance(60_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect([without, clock.asked]).toEqual([[], LOOKS]);
});
