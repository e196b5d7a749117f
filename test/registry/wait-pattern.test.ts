import { describe, expect, test } from "vitest";

import { pollOf, runPlain, startPlain, testRegistry } from "../support/registry.ts";
import { until } from "../support/until.ts";
import { gate, waitFor, why } from "./wait-support.ts";

describe("[WAIT-2] a pattern", () => {
  test("[WAIT-3] that was printed before is told at once, and the process runs on", async () => {
    const registry = await testRegistry();
    const { id } = await startPlain(registry, "echo one; echo 'listening on 3000'; echo two; exec sleep 60", {
      notifyOnComplete: true,
    });
    await until(async () => (await pollOf(registry, id)).outputPreview.includes("two"));
    expect(await waitFor(registry, id, ["port:9", "pattern:listening"])).toEqual({
      status: "matched",
      condition: "pattern:listening",
      detail: "listening on 3000",
      sessionId: id,
      command: "echo one; echo 'listening on 3000'; echo two; exec sleep 60",
      output: "one\nlistening on 3000\ntwo\n",
      cursor: 26,
      processRunning: true,
    });
    await registry.kill(id, { consumeOutput: false });
    expect((await registry.drain()).map(({ event }) => event.type)).toEqual(["completion"]);
  });

  test("[WAIT-5] is found in a line that is printed in pieces, at a prompt, and by an expression", async () => {
    const registry = await testRegistry();
    const { id } = await startPlain(
      registry,
      "printf 'list'; sleep 0.5; printf 'ening\\n'; printf 'Pass'; sleep 0.5; printf 'word: '; exec sleep 60",
    );
    const found = await Promise.all([
      waitFor(registry, id, ["pattern:listening"]),
      waitFor(registry, id, ["pattern:Password:"]),
      waitFor(registry, id, ["pattern:/^l.*g$/"]),
    ]);
    expect(found.map(why)).toEqual([
      { status: "matched", condition: "pattern:listening", detail: "listening" },
      { status: "matched", condition: "pattern:Password:", detail: "Password:" },
      { status: "matched", condition: "pattern:/^l.*g$/", detail: "listening" },
    ]);
  });

  test("[WAIT-6] behind a cursor only what is new counts", async () => {
    const registry = await testRegistry();
    const late = gate();
    const { id } = await startPlain(registry, `echo up 1; ${late.wait}; echo up 2; exec sleep 60`);
    const { cursor } = await until(async () => {
      const polled = await pollOf(registry, id);
      return polled.cursor > 0 ? polled : undefined;
    });
    const waiting = waitFor(registry, id, ["pattern:up"], { since: cursor });
    late.open();
    expect(why(await waiting)).toEqual({ status: "matched", condition: "pattern:up", detail: "up 2" });
  });

  test("[WAIT-4] in the last words of a process is told with its ending", async () => {
    const registry = await testRegistry();
    const late = gate();
    const { id } = await startPlain(registry, `${late.wait}; printf 'all done'; exit 3`);
    const waits = [
      waitFor(registry, id, ["pattern:done"]),
      waitFor(registry, id, ["pattern:never", "idle:60"]),
    ] as const;
    late.open();
    const [found, missed] = await Promise.all(waits);
    expect(found).toMatchObject({ condition: "pattern:done", detail: "all done" });
    expect([missed.status, "condition" in missed]).toEqual(["exited", false]);
    expect(await waitFor(registry, id, ["pattern:done"])).toMatchObject({
      status: "exited",
      exitCode: 3,
      condition: "pattern:done",
      detail: "all done",
    });
  });

  test("[WAIT-16] in a long log is found without blocking anybody", async () => {
    const registry = await testRegistry();
    const { id } = await runPlain(registry, "yes 0123456789abcdef | head -c 60000000; echo; echo needle");
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const result = await waitFor(registry, id, ["pattern:needle"]).finally(() => clearInterval(timer));
    expect(why(result)).toEqual({ status: "exited", condition: "pattern:needle", detail: "needle" });
    expect(turns).toBeGreaterThan(3);
  });

  test("[WAIT-5] that is no expression is refused", async () => {
    const registry = await testRegistry();
    const { id } = await startPlain(registry, "exec sleep 60");
    await expect(waitFor(registry, id, ["pattern:/(/"])).rejects.toThrow(/pattern "\/\(\/" is no regular/);
  });

  test("[WAIT-15] shows no secret", async () => {
    const registry = await testRegistry();
    const { id } = await startPlain(registry, "echo key ghp_0123456789abcdefghijklmnopqrstuvwxyz; exec sleep 60");
    const { detail } = await waitFor(registry, id, ["pattern:key"]);
    expect(detail).toMatch(/^key /);
    expect(detail).not.toContain("0123456789abcdef");
  });

  test("[WAIT-15] does not show the line of a private key that matched", async () => {
    const registry = await testRegistry();
    const body = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7";
    const begin = "-----BEGIN PRIVATE KEY-----";
    const { id } = await startPlain(registry, `echo; echo '${begin}'; echo ${body}; echo 'and now'; exec sleep 60`);
    expect([
      why(await waitFor(registry, id, ["pattern:MIIE"])),
      why(await waitFor(registry, id, ["pattern:now"])),
    ]).toEqual([
      { status: "matched", condition: "pattern:MIIE" },
      { status: "matched", condition: "pattern:now", detail: "and now" },
    ]);
  });

  test("[WAIT-5] is found in each state of a progress bar, and through colours", async () => {
    const registry = await testRegistry();
    const { id } = await startPlain(registry, "printf '10%%\\r50%%\\r\\033[32m100%% do\\033[0mne\\n'; exec sleep 60");
    expect([
      (await waitFor(registry, id, ["pattern:50%"])).detail,
      (await waitFor(registry, id, ["pattern:done"])).detail,
    ]).toEqual(["50%", "100% done"]);
  });
});
