import { createServer, type AddressInfo } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";

import type { Registry } from "../../src/registry/registry.ts";
import { JumpingClock } from "../support/jumping-clock.ts";
import { matching } from "../support/matchers.ts";
import { logOf, pollOf, startPlain, testRegistry } from "../support/registry.ts";
import { until } from "../support/until.ts";
import { gate, waitFor, why } from "./wait-support.ts";

/** Listens on a free port until it is killed, and prints it. */
const SERVER = `${process.execPath} -e 'const s=require("net").createServer();s.listen(0,"127.0.0.1",()=>console.log("port "+s.address().port))'`;

async function portOf(registry: Registry, id: string): Promise<number> {
  return until(async () => Number(/port (\d+)/.exec((await pollOf(registry, id)).outputPreview)?.[1] ?? 0));
}

describe("[WAIT-7] a port", () => {
  test("[WAIT-2, WAIT-3] is told when the tree listens on it, and at once when it does already", async () => {
    const registry = await testRegistry();
    const late = gate();
    const { id } = await startPlain(registry, `${late.wait}; ${SERVER}; true`);
    const unknown = waitFor(registry, id, ["pattern:/port [0-9]+/"]);
    late.open();
    await unknown;
    const port = await portOf(registry, id);
    const told = { status: "listening", condition: `port:${port}`, detail: `127.0.0.1 port ${port}` };
    expect(why(await waitFor(registry, id, [`port:${port}`]))).toEqual(told);
  });

  test("of somebody else does not count", async () => {
    const registry = await testRegistry();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { id } = await startPlain(registry, "exec sleep 60");
    expect(await waitFor(registry, id, [`port:${port}`], { timeoutSeconds: 0.5 })).toMatchObject({
      status: "timeout",
      timeoutNote: matching(new RegExp(`still running, after \\d+ s; not yet: port:${port}\\. This is not an error`)),
    });
  });

  test("[WAIT-4] of a process that ends is not waited for", async () => {
    const registry = await testRegistry();
    const { id } = await startPlain(registry, "sleep 0.2; exit 5");
    expect(await waitFor(registry, id, ["port:9"])).toMatchObject({ status: "exited", exitCode: 5 });
  });
});

describe("[WAIT-2] output", () => {
  test("idle: after so many seconds without any", async () => {
    const clock = new CountingClock();
    const registry = await testRegistry({ clock });
    const more = gate();
    const { id } = await startPlain(registry, `${more.wait}; echo more; exec sleep 600`);
    let isOver = false;
    const waiting = waitFor(registry, id, ["idle:3600"], { unbounded: true, timeoutSeconds: 36_000 }).finally(() => {
      isOver = true;
    });
    await until(() => clock.count(3_600_000) === 1);
    clock.advance(3_500_000);
    more.open();
    await until(() => clock.count(3_600_000) === 2, { what: "the wait to have seen the output" });
    clock.advance(3_500_000);
    await turn();
    expect(isOver).toBe(false);
    clock.advance(200_000);
    expect(why(await waiting)).toEqual({ status: "idle", condition: "idle:3600" });
  });

  test("idle: also with a closed output, and not at the end", async () => {
    const registry = await testRegistry();
    const closed = await startPlain(registry, "exec sleep 60 >/dev/null 2>&1");
    const short = await startPlain(registry, "sleep 0.2; exit 4");
    expect([
      why(await waitFor(registry, closed.id, ["idle:0.2"])),
      await waitFor(registry, short.id, ["idle:0.6"]),
    ]).toEqual([{ status: "idle", condition: "idle:0.2" }, expect.objectContaining({ status: "exited", exitCode: 4 })]);
  });

  test("bytes: so many more than at the beginning, or behind a cursor", async () => {
    const registry = await testRegistry();
    const late = gate();
    const { id } = await startPlain(registry, `echo 12345; ${late.wait}; echo 1; sleep 0.3; echo 23; exec sleep 60`);
    await until(async () => (await pollOf(registry, id)).cursor === 6);
    const waiting = waitFor(registry, id, ["bytes:5"]);
    expect(why(await waitFor(registry, id, ["bytes:6"], { since: 0 }))).toEqual({
      status: "bytes",
      condition: "bytes:6",
    });
    late.open();
    expect(await waiting).toMatchObject({ status: "bytes", condition: "bytes:5", cursor: 11 });
  });

  test("[WAIT-4] bytes that do not come are waited for until the end", async () => {
    const registry = await testRegistry();
    const { id } = await startPlain(registry, "exec >/dev/null 2>&1; sleep 0.3; exit 6");
    expect(await waitFor(registry, id, ["bytes:1"])).toMatchObject({ status: "exited", exitCode: 6 });
  });
});

describe("the time", () => {
  test("[WAIT-13] of ten minutes is one call with one answer (case B27)", async () => {
    const clock = new JumpingClock();
    const registry = await testRegistry({ clock, waitTimeoutSeconds: 600 });
    const { id } = await startPlain(registry, "exec sleep 600");
    const waiting = registry.wait(id, { timeoutSeconds: 600 });
    clock.advance(599_000);
    const first = await Promise.race([waiting, turn().then(() => "still waiting")]);
    clock.advance(1_000);
    expect([first, await waiting]).toEqual([
      "still waiting",
      expect.objectContaining({ status: "timeout", processRunning: true }),
    ]);
  });

  test("[WAIT-12] that is up for conditions says which have not come true", async () => {
    const registry = await testRegistry();
    const { id } = await startPlain(registry, "exec sleep 60", { notifyOnComplete: true });
    const { status, timeoutNote } = await waitFor(registry, id, ["pattern:x,y", "idle:30", "exit"], {
      timeoutSeconds: 0.05,
    });
    expect([status, timeoutNote]).toEqual([
      "timeout",
      matching(
        /^The wait of 0\.05 s is over and the process is still running, after \d+ s; not yet: pattern:x,y, idle:30\. This is not an error\. You will be notified/,
      ),
    ]);
  });
});

describe("a wait that is given up", () => {
  test("[WAIT-11] for a message of the user says so, at once, and touches nothing", async () => {
    const registry = await testRegistry();
    const { id } = await startPlain(registry, "echo hi; exec sleep 60", { notifyOnComplete: true });
    await until(async () => (await pollOf(registry, id)).cursor === 3);
    const user = new AbortController();
    const waiting = waitFor(registry, id, ["port:9", "idle:60"], { yieldSignal: user.signal });
    user.abort();
    expect(await waiting).toEqual({
      status: "interrupted",
      sessionId: id,
      command: "echo hi; exec sleep 60",
      output: "hi\n",
      cursor: 3,
      processRunning: true,
      note: "The wait was let go because the user has sent a message. The process is still running, and you will be notified when it ends. Respond to the user now, before anything else.",
    });
    await registry.kill(id);
    expect(await registry.wait(id, { yieldSignal: user.signal })).toMatchObject({ status: "exited" });
  });

  test("[WAIT-8] leaves nothing behind, whichever way it ended", async () => {
    const registry = await testRegistry();
    const { id } = await startPlain(registry, "echo up; exec sleep 60");
    await until(async () => (await pollOf(registry, id)).cursor === 3);
    const kinds = ["pattern:x", "port:9", "idle:60", "bytes:9", "event"];
    const all = [...kinds, ...kinds, ...kinds];
    const warnings: Error[] = [];
    const warned = (warning: Error): void => void warnings.push(warning);
    process.on("warning", warned);
    onTestFinished(() => void process.off("warning", warned));
    const user = new AbortController();
    const before = resources();
    const given = Array.from({ length: 5 }, () => waitFor(registry, id, all, { signal: user.signal }));
    await until(() => resources().length > before.length);
    user.abort();
    const statuses = (await Promise.all(given)).map(({ status }) => status);
    const timed = await waitFor(registry, id, all, { timeoutSeconds: 0.05 });
    const found = await waitFor(registry, id, [...all, "pattern:up"]);
    expect([new Set(statuses), timed.status, found.status]).toEqual([new Set(["interrupted"]), "timeout", "matched"]);
    await until(() => resources().length <= before.length, { what: "timers and watches to be gone", seen: resources });
    expect(warnings).toEqual([]);
  });
});

test("[WAIT-2] two waits on one process do not disturb each other", async () => {
  const registry = await testRegistry();
  const late = gate();
  const { id } = await startPlain(registry, `echo up; ${late.wait}; exit 2`);
  const [matched, ended] = [waitFor(registry, id, ["pattern:up"]), registry.wait(id)];
  expect((await matched).status).toBe("matched");
  late.open();
  expect(await ended).toMatchObject({ status: "exited", exitCode: 2 });
});

test("[WAIT-14] ready alone of a process that was started without it is an error that says what to do", async () => {
  const registry = await testRegistry();
  const { id } = await startPlain(registry, "echo up; exec sleep 60");
  expect(why(await waitFor(registry, id, ["ready", "pattern:up"])).status).toBe("matched");
  expect(await waitFor(registry, id, ["ready"])).toMatchObject({
    status: "error",
    sessionId: id,
    processRunning: true,
    error: `${id} was started without saying what makes it ready. Wait for port:NUMBER or pattern:TEXT instead, or start it with ready.`,
  });
});

test("[WAIT-2] 5 KB of output are complete in the moment of the ending, 200 times (case B73)", async () => {
  const registry = await testRegistry();
  const expected = Array.from({ length: 500 }, (_, index) => `line ${1000 + index}\n`).join("");
  for (let round = 0; round < 200; round++) {
    const { id } = await startPlain(registry, "seq -f 'line %g' 1000 1499");
    const { status } = await waitFor(registry, id, ["exit"]);
    expect([status, (await logOf(registry, id, { limit: 1000 })).output]).toEqual(["exited", expected]);
  }
}, 60_000);

class CountingClock extends JumpingClock {
  readonly #slept: number[] = [];

  override sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    this.#slept.push(delayMs);
    return super.sleep(delayMs, signal);
  }

  count(delayMs: number): number {
    return this.#slept.filter((one) => one === delayMs).length;
  }
}

/** What keeps Node awake. */
function resources(): readonly string[] {
  return process.getActiveResourcesInfo().filter((name) => name !== "Immediate");
}
