import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import type { WaitResult } from "../../src/core/results.ts";
import { parseCondition } from "../../src/core/wait-condition.ts";
import type { Registry } from "../../src/registry/registry.ts";
import { JumpingClock } from "../support/jumping-clock.ts";
import { pollOf, startPlain, testRegistry } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";

function waitFor(registry: Registry, id: string, ...texts: readonly string[]): Promise<WaitResult> {
  return registry.wait(id, { for: texts.map(parseCondition), timeoutSeconds: 20 });
}

function why({ status, condition, detail }: WaitResult) {
  return { status, condition, detail };
}

describe("[WAIT-2] ready", () => {
  test("[WAIT-3] is told when its event is, and at once afterwards; the event stays for its owner", async () => {
    const registry = await testRegistry();
    const gate = join(temporaryDirectory(), "gate");
    const { id } = await startPlain(
      registry,
      `until [ -e ${gate} ]; do sleep 0.02; done; echo serving; exec sleep 60`,
      {
        ready: { pattern: "serving" },
      },
    );
    const waiting = waitFor(registry, id, "ready");
    writeFileSync(gate, "");
    const told = { status: "ready", condition: "ready", detail: undefined };
    expect([why(await waiting), why(await waitFor(registry, id, "ready"))]).toEqual([told, told]);
    expect((await registry.drain()).map(({ event }) => event.type)).toEqual(["ready"]);
  });

  test("that will not be is told with the reason", async () => {
    const clock = new JumpingClock();
    const registry = await testRegistry({ clock });
    const { id } = await startPlain(registry, "exec sleep 600", {
      ready: { pattern: "serving" },
      readyTimeoutSeconds: 60,
    });
    const waiting = registry.wait(id, { for: [{ kind: "ready" }], timeoutSeconds: 36_000, unbounded: true });
    await until(async () => (clock.advance(10_000), (await registry.pending()).length > 0));
    const { status, detail, processRunning } = await waiting;
    expect({ status, detail, processRunning }).toEqual({
      status: "not_ready",
      detail: `${id} was not ready (pattern "serving") within 60 s, and runs on.`,
      processRunning: true,
    });
  });

  test("[WAIT-4] of a process that ends before is its ending, with the reason", async () => {
    const registry = await testRegistry();
    const { id } = await startPlain(registry, "sleep 0.2; exit 9", { ready: { pattern: "serving" } });
    expect(await waitFor(registry, id, "ready")).toMatchObject({
      status: "exited",
      exitCode: 9,
      detail: `${id} ended with code 9 before it was ready (pattern "serving").`,
    });
  });
});

describe("[WAIT-2] event", () => {
  test("is the next one that is queued, not one from before", async () => {
    const registry = await testRegistry();
    const gate = join(temporaryDirectory(), "gate");
    const wait = (name: string): string => `until [ -e ${gate}${name} ]; do sleep 0.02; done`;
    const { id } = await startPlain(registry, `echo serving; ${wait("1")}; echo ERROR 1; ${wait("2")}`, {
      ready: { pattern: "serving" },
      watchPatterns: ["ERROR"],
    });
    await waitFor(registry, id, "ready");
    const waiting = waitFor(registry, id, "event");
    writeFileSync(`${gate}1`, "");
    expect(why(await waiting)).toEqual({ status: "event", condition: "event", detail: "watch_match" });
    const last = waitFor(registry, id, "event");
    writeFileSync(`${gate}2`, "");
    expect(await last).toMatchObject({ status: "exited", exitCode: 0 });
  });
});

describe("[WAIT-2] input", () => {
  test("[WAIT-3] is told with the prompt when it waits for somebody, and at once when it does already", async () => {
    const registry = await testRegistry();
    const program = 'printf "Name: "; read -r x; echo "hello $x"; printf "Again: "; read -r y';
    const { id } = await startPlain(registry, `script -qefc '${program}' /dev/null`, { stdin: "pipe" });
    const asked = { status: "awaiting_input", condition: "input", detail: "Name:" };
    expect([why(await waitFor(registry, id, "input")), why(await waitFor(registry, id, "input"))]).toEqual([
      asked,
      asked,
    ]);
    await registry.submit(id, "you");
    await until(async () => (await pollOf(registry, id)).outputPreview.includes("Again:"));
    expect(why(await waitFor(registry, id, "input"))).toEqual({ ...asked, detail: "Again:" });
    await registry.submit(id, "");
    expect(await waitFor(registry, id, "input")).toMatchObject({ status: "exited" });
  });
});
