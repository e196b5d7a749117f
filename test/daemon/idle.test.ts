import { expect, test } from "vitest";

import { idleMsOf, watchIdle } from "../../src/surfaces/daemon/idle.ts";
import { DAEMON_IDLE_MS } from "../../src/core/limits.ts";
import { eventOf } from "../support/fake-answers.ts";
import { until } from "../support/until.ts";
import { FakeClock } from "./fake-clock.ts";
import { testDaemon, type TestDaemon } from "./harness.ts";
import { RawClient } from "./raw-client.ts";

const IDLE_MS = 900_000;

async function hasLeft(daemon: TestDaemon): Promise<boolean> {
  await new Promise((resolve) => setImmediate(resolve));
  return daemon.bellhop.closed;
}

test("[DMN-25] a daemon with nothing to do leaves after its time, and not before", async () => {
  const clock = new FakeClock();
  const daemon = await testDaemon({ clock, idleMs: IDLE_MS });
  clock.advance(IDLE_MS - 1);
  expect(await hasLeft(daemon)).toBe(false);
  clock.advance(30_000);
  expect(await daemon.left).toBe("Nothing was to be done for 900 s.");
  expect(clock.waiting).toBe(0);
});

test("[DMN-25] it stays while something runs, and while an event waits", async () => {
  const clock = new FakeClock();
  const daemon = await testDaemon({ clock, idleMs: IDLE_MS });
  const { id } = await daemon.bellhop.start({ command: "make" });
  clock.advance(IDLE_MS * 10);
  daemon.bellhop.tell(eventOf(id));
  daemon.bellhop.finish(id);
  clock.advance(IDLE_MS * 10);
  expect(await hasLeft(daemon)).toBe(false);
  await daemon.bellhop.drain();
  clock.advance(IDLE_MS - 30_000);
  expect(await hasLeft(daemon)).toBe(false);
  clock.advance(60_000);
  expect(await daemon.left).toContain("Nothing was to be done");
});

test("[DMN-25] it stays while a client is connected, and its time begins again when the client goes", async () => {
  const clock = new FakeClock();
  const daemon = await testDaemon({ clock, idleMs: IDLE_MS });
  const client = await RawClient.greeted(daemon.path);
  clock.advance(IDLE_MS * 3);
  expect(await hasLeft(daemon)).toBe(false);
  const goneAt = clock.now();
  client.socket.destroy();
  await until(async () => {
    clock.advance(30_000);
    return hasLeft(daemon);
  });
  expect(clock.now() - goneAt).toBeGreaterThanOrEqual(IDLE_MS);
});

test("[DMN-25] a client that came and went between two looks counts, too", async () => {
  const clock = new FakeClock();
  let left = 0;
  const watch = watchIdle({ clock, idleMs: IDLE_MS, isBusy: () => false, leave: () => left++ });
  clock.advance(IDLE_MS - 1);
  watch.touch();
  clock.advance(IDLE_MS - 1);
  expect(left).toBe(0);
  clock.advance(IDLE_MS);
  expect(left).toBe(1);
});

test("[DMN-25] the time is a setting: seconds, 0 for never", () => {
  expect([undefined, "", "90", "0.5", "0"].map(idleMsOf)).toEqual([DAEMON_IDLE_MS, DAEMON_IDLE_MS, 90_000, 500, null]);
  for (const wrong of ["-1", "soon", "1e999", "NaN"]) expect(() => idleMsOf(wrong)).toThrow("idle-seconds must be");
});
