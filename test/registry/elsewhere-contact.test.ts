import { describe, expect, test } from "vitest";

import { SECOND_MS } from "../../src/base/time.ts";
import { ENVIRONMENT_LOST_AFTER_MS } from "../../src/core/limits.ts";
import { pollOf, reopen } from "../support/registry.ts";
import { matching } from "../support/matchers.ts";
import { until } from "../support/until.ts";
import { fail, LOST, lost, PLACE, REASON, type Scene, somewhere } from "./elsewhere-scene.ts";

describe("lost contact", () => {
  test("[ELSE-7] is said, and is no end before two minutes", async () => {
    const scene = await somewhere();
    fail(scene);
    scene.clock.advance(ENVIRONMENT_LOST_AFTER_MS - SECOND_MS);
    fail(scene);
    const { status, environmentNote } = await pollOf(scene.registry, scene.id);
    expect([status, environmentNote]).toEqual([
      "running",
      `docker:box has not answered for 119 s. ${REASON} It is tried again; after 120 s the process counts as lost.`,
    ]);
    scene.clock.advance(SECOND_MS);
    fail(scene);
    expect(await pollOf(scene.registry, scene.id)).toMatchObject({ status: "exited", ...LOST });
    const [told] = await scene.registry.drain({ skipPollObserved: false });
    expect(told?.text).toContain(
      "It ran in docker:box, which does not answer. docker:box does not answer: connection refused. It may still run there",
    );
  });

  test("[ELSE-7] that comes back in time is forgotten", async () => {
    const scene = await somewhere();
    fail(scene);
    scene.there.tell(scene.id, { kind: "back" });
    scene.clock.advance(ENVIRONMENT_LOST_AFTER_MS);
    fail(scene);
    expect((await pollOf(scene.registry, scene.id)).environmentNote).toContain("not answered for 0 s");
  });

  test("[ELSE-9] while it is paused does not count", async () => {
    const scene = await somewhere();
    fail(scene, "paused");
    scene.clock.advance(10 * ENVIRONMENT_LOST_AFTER_MS);
    fail(scene, "paused", 10 * ENVIRONMENT_LOST_AFTER_MS);
    expect((await pollOf(scene.registry, scene.id)).environmentNote).toMatch(
      /^docker:box is paused, and this process with it/,
    );
    fail(scene, "unreachable", 10 * ENVIRONMENT_LOST_AFTER_MS);
    expect((await pollOf(scene.registry, scene.id)).status).toBe("running");
  });

  test.each<readonly [string, (scene: Scene) => void]>([
    ["a container that was removed", (scene) => fail(scene, "gone")],
    ["one that has lost the process", ({ there, id }) => there.tell(id, { kind: "gone", reason: REASON })],
  ])("[ELSE-7] %s is gone at once", async (_, happen) => {
    const scene = await somewhere();
    happen(scene);
    expect(await pollOf(scene.registry, scene.id)).toMatchObject({ ...LOST, terminationSource: "environment_gone" });
  });

  test("[ELSE-7] a receipt that came just before counts", async () => {
    const scene = await somewhere();
    scene.there.end(scene.id, 4);
    fail(scene, "gone");
    expect(await scene.registry.wait(scene.id)).toMatchObject({ exitCode: 4, completionReason: "exited" });
  });
});

describe("found again", () => {
  test("[ELSE-8] it runs, and nobody is told of the end that was none", async () => {
    const { registry, there, id } = await lost();
    there.tell(id, { kind: "back" });
    expect(await pollOf(registry, id)).toMatchObject({ status: "running" });
    expect(await registry.pending()).toEqual([]);
    there.end(id, 0);
    const told = await until(async () => (await registry.drain({ skipPollObserved: false }))[0]?.event);
    expect(told).toMatchObject({ type: "completion", completionReason: "exited", exitCode: 0 });
  });

  test("[ELSE-8] after the loss was told and read, the true ending is told as well", async () => {
    const { registry, there, id } = await lost();
    expect(await registry.wait(id)).toMatchObject(LOST);
    there.tell(id, { kind: "back" });
    await until(async () => !(await registry.isCompletionConsumed(id)));
    there.end(id, 7);
    expect(await until(async () => (await registry.drain())[0]?.event)).toMatchObject({ exitCode: 7 });
  });

  test("[ELSE-8] a wait that begins in that moment goes on", async () => {
    const { registry, there, id } = await lost();
    there.tell(id, { kind: "back" });
    const waiting = registry.wait(id);
    await until(() => registry.hasAnyActive());
    there.end(id, 9);
    expect(await waiting).toMatchObject({ status: "exited", exitCode: 9 });
  });

  test("[ELSE-8] its lines are watched for again, from where that stopped", async () => {
    const { registry, there, id } = await lost({ notifyOnComplete: false, watchPatterns: ["ERROR"] });
    there.tell(id, { kind: "back" });
    there.print(id, "ERROR after\n");
    const [told] = await until(async () => {
      const events = await registry.pending();
      return events.length > 0 && events;
    });
    expect(told?.event).toMatchObject({ type: "watch_match", output: matching(/ERROR after/) });
  });

  test("[ELSE-8] also after a restart", async () => {
    const { registry, there, id } = await lost();
    there.unreachable = REASON;
    const again = await reopen(registry, { elsewhere: there });
    expect((await pollOf(again, id)).environmentNote).toBe(
      `${REASON} Should it still run, it is found again when docker:box answers again.`,
    );
    there.unreachable = null;
    there.tell(id, { kind: "back" });
    expect((await pollOf(again, id)).status).toBe("running");
    there.end(id, 0);
    expect(await again.wait(id)).toMatchObject({ exitCode: 0, completionReason: "exited" });
  });

  test("[ELSE-8] after a restart without a word, when it is seen there", async () => {
    const { registry, there, id } = await lost();
    const again = await reopen(registry, { elsewhere: there });
    await until(async () => (await pollOf(again, id)).status === "running");
  });

  test("[ELSE-8] another environment of the same name has no such process: nothing is told twice", async () => {
    const { registry, there, id } = await lost();
    expect(await registry.wait(id)).toMatchObject(LOST);
    there.tell(id, { kind: "back" });
    there.tell(id, { kind: "gone", reason: "docker:box has no such process." });
    expect([(await pollOf(registry, id)).status, await registry.pending({ skipPollObserved: false })]).toEqual([
      "exited",
      [],
    ]);
  });

  test("[ELSE-8] by its receipt alone", async () => {
    const { registry, there, id } = await lost();
    there.end(id, 3);
    const found = await until(async () => {
      const polled = await pollOf(registry, id);
      return polled.completionReason === "exited" && polled;
    });
    expect(found).toMatchObject({ exitCode: 3 });
  });

  test("[ELSE-8] by a receipt that came while nobody was there", async () => {
    const { registry, there, id } = await lost();
    await registry.close();
    there.end(id, 3);
    const again = await reopen(registry, { elsewhere: there });
    await until(async () => (await pollOf(again, id)).exitCode === 3);
  });

  test("[ELSE-13] one that is lost is forgotten here only, since it may run on", async () => {
    const { registry, there, id } = await lost();
    expect(await registry.remove(id)).toMatchObject({ status: "removed" });
    expect(there.calls.filter((call) => /^(un|for)/.test(call))).toEqual([`unfollow ${PLACE}`]);
  });
});
