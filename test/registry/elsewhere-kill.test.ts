import { describe, expect, test } from "vitest";

import { ENVIRONMENT_LOST_AFTER_MS, SWEEP_INTERVAL_MS } from "../../src/core/limits.ts";
import { pollOf, reopen } from "../support/registry.ts";
import { matching } from "../support/matchers.ts";
import { until } from "../support/until.ts";
import { fail, LOST, lost, REASON, somewhere } from "./elsewhere-scene.ts";

describe("a kill", () => {
  test("[ELSE-5] goes by the plan, tree and all", async () => {
    const { registry, there, id } = await somewhere();
    const child = { ...entry(201), ignoresSignal: true };
    there.job(id).tree.push(child, entry(200));
    expect(await registry.kill(id)).toMatchObject({ status: "killed", killedPids: [100, 201, 200], signal: "SIGTERM" });
    expect(there.calls.filter((call) => call.startsWith("SIG"))).toEqual([
      "SIGTERM 100",
      "SIGCONT 100",
      "SIGSTOP 201",
      "SIGTERM 200",
      "SIGCONT 200",
      "SIGHUP 201",
      "SIGCONT 201",
      "SIGSTOP 201",
      "SIGKILL 201",
    ]);
  });

  test("[ELSE-5] names who survives there, and leaves it running", async () => {
    const { registry, there, id } = await somewhere();
    there.deadly = new Set();
    expect(await registry.kill(id, { graceMs: 0 })).toMatchObject({
      status: "error",
      survivors: [100],
      processRunning: true,
    });
    expect((await pollOf(registry, id)).status).toBe("running");
  });

  test("[ELSE-5] of an ended one ends what it has left there", async () => {
    const { registry, there, id } = await somewhere();
    there.job(id).tree.push(entry(200));
    there.end(id, 0);
    await registry.wait(id);
    expect(await registry.kill(id)).toMatchObject({ status: "already_exited", killedPids: [200] });
    there.unreachable = REASON;
    expect(await registry.kill(id)).toMatchObject({
      status: "already_exited",
      note: `Whether it has left something running in docker:box could not be seen: ${REASON}`,
    });
  });

  test("[ELSE-6] that does not reach it is carried through later", async () => {
    const { registry, there, clock, id } = await somewhere();
    there.unreachable = REASON;
    expect(await registry.kill(id)).toMatchObject({
      status: "error",
      error: `${id} could not be ended now, since docker:box could not be reached: ${REASON} It is ended once docker:box answers again.`,
      processRunning: true,
    });
    there.unreachable = null;
    clock.advance(SWEEP_INTERVAL_MS);
    expect(await registry.wait(id)).toMatchObject({ completionReason: "killed", terminationSource: "process.kill" });
  });

  test("[ELSE-6] waits while the mirror finds nobody either, and over a restart", async () => {
    const scene = await somewhere();
    const { registry, there, clock, id } = scene;
    there.unreachable = REASON;
    fail(scene);
    await registry.kill(id);
    there.calls.length = 0;
    clock.advance(10 * SWEEP_INTERVAL_MS);
    expect(there.calls).toEqual([]);
    await registry.close();
    there.unreachable = null;
    const again = await reopen(registry, { elsewhere: there });
    expect(await again.wait(id)).toMatchObject({ completionReason: "killed" });
  });

  test("[ELSE-6] of a lost one is done when it is found", async () => {
    const { registry, there, clock, id } = await lost();
    there.unreachable = REASON;
    expect(await registry.kill(id)).toMatchObject({
      status: "error",
      error: matching(/ended once docker:box answers/),
    });
    there.unreachable = null;
    there.tell(id, { kind: "back" });
    await until(() => registry.hasAnyActive());
    clock.advance(SWEEP_INTERVAL_MS);
    expect(await registry.wait(id)).toMatchObject({ completionReason: "killed", terminationSource: "process.kill" });
  });

  test("[ELSE-6] that was at work when it was lost is not forgotten", async () => {
    const scene = await somewhere();
    const { registry, there, clock, id } = scene;
    there.unreachable = REASON;
    await registry.kill(id, { source: "agent_close" });
    fail(scene, "unreachable", ENVIRONMENT_LOST_AFTER_MS);
    expect(await pollOf(registry, id)).toMatchObject(LOST);
    there.unreachable = null;
    there.tell(id, { kind: "back" });
    await until(() => registry.hasAnyActive());
    clock.advance(SWEEP_INTERVAL_MS);
    expect(await registry.wait(id)).toMatchObject({ completionReason: "killed", terminationSource: "agent_close" });
  });

  test("[ELSE-12] never touches a process of this host with the same pid", async () => {
    const { registry, there, id } = await somewhere();
    const own = { ...entry(process.pid), sessionPid: process.pid };
    there.job(id).tree.push(own);
    expect(await registry.kill(id)).toMatchObject({ status: "killed" });
    expect(there.calls).toContain(`SIGTERM ${process.pid}`);
  });
});

function entry(pid: number) {
  return { pid, parentPid: 100, sessionPid: 100, startTicks: 9, state: "S", ignoresSignal: false };
}
