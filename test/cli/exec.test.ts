import { describe, expect, test } from "vitest";

import { until } from "../support/until.ts";
import { Harness } from "./harness.ts";
import type { HarnessOptions, Outcome } from "./harness.ts";

const ID = "proc_000000000000";

interface Executing {
  readonly harness: Harness;
  readonly outcome: Promise<Outcome>;
}

async function executing(words: readonly string[], options: HarnessOptions = {}): Promise<Executing> {
  const harness = new Harness(options);
  const outcome = harness.run("exec", ...words, "--", "make");
  await until(() => harness.remote.processes.length === 1);
  return { harness, outcome };
}

describe("exec", () => {
  test("[ATT-11] prints the output as it is, and exits with the code", async () => {
    const { harness, outcome } = await executing([]);
    harness.remote.print(ID, "\u001b[31mred\r\n");
    await until(() => harness.out === "\u001b[31mred\r\n");
    harness.remote.print(ID, "more");
    harness.remote.end(ID, { exit_code: 3 });
    expect(await outcome).toEqual({ code: 3, out: "\u001b[31mred\r\nmore", err: "" });
    expect(harness.remote.calls[0]?.[1]).not.toHaveProperty("notify_on_complete");
    expect(harness.listens).toBe(false);
  });

  test("[ATT-12] the first Ctrl-C interrupts, the second ends, a third changes nothing", async () => {
    const { harness, outcome } = await executing([]);
    const kills = (): readonly unknown[] =>
      harness.remote.calls.filter(([name]) => name === "kill").map(([, input]) => input);
    harness.remote.answers.set("kill", () => ({ status: "error", error: "It is still alive." }));
    await until(() => harness.listens);
    harness.interrupt();
    await until(() => kills().length === 1);
    harness.remote.answers.delete("kill");
    harness.interrupt();
    harness.interrupt();
    expect((await outcome).code).toBe(143);
    const common = { session_id: ID, source: "bellhop exec", consume_output: false };
    expect(kills()).toEqual([{ ...common, signal: "SIGINT", grace_ms: 0 }, common]);
  });

  test("[ATT-12] Ctrl-C while it is being started is for it, too", async () => {
    const harness = new Harness();
    const outcome = harness.run("exec", "--", "make");
    await until(() => harness.listens);
    harness.interrupt();
    expect((await outcome).code).toBe(143);
    expect(harness.remote.calls.map(([operation]) => operation)).toContain("kill");
  });

  test("[ATT-13] past its time it goes on, and says how to go on with its output", async () => {
    const { harness, outcome } = await executing(["--background-after", "0.2"]);
    harness.remote.find(ID).view["notify_on_complete"] = true;
    harness.remote.print(ID, "begun\n");
    const { code, out, err } = await outcome;
    expect([code, out]).toEqual([0, "begun\n"]);
    expect(err).toContain(`${ID} goes on in the background after 0.2s.`);
    expect(err).toContain(`bellhop logs ${ID} --raw --follow --since 6`);
    expect(harness.remote.calls[0]?.[1]).toMatchObject({ notify_on_complete: true });
  });

  test("[ATT-13] one that ends within its time is as without", async () => {
    const { harness, outcome } = await executing(["--background-after", "100"]);
    harness.remote.end(ID);
    expect(await outcome).toEqual({ code: 0, out: "", err: "" });
  });

  test("[ATT-13] who asked for lines is told of lines", async () => {
    const { harness, outcome } = await executing(["--background-after", "0.05", "--watch", "ERR"]);
    expect((await outcome).err).not.toContain("queues an event");
    expect(harness.remote.calls[0]?.[1]).not.toHaveProperty("notify_on_complete");
  });

  test("[CLI-6] --json gives the start, each chunk, and the end", async () => {
    const { harness, outcome } = await executing(["--json"]);
    harness.remote.print(ID, "x\n");
    harness.remote.end(ID);
    const lines = (await outcome).out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect(lines).toMatchObject([{ session_id: ID }, { text: "x\n" }, { status: "exited" }]);
  });

  test("[ATT-11, ATT-6] with --pty in a terminal it is as if attached", async () => {
    const harness = new Harness({ isTTY: true, inIsTTY: true });
    const outcome = harness.run("exec", "--pty", "--", "vim");
    await until(() => harness.held !== undefined);
    expect(harness.remote.calls[0]?.[1]).toMatchObject({ pty: { rows: 24, cols: 80 } });
    harness.held?.onBytes(Buffer.from(":q\r"));
    await until(() => harness.remote.find(ID).stdin === ":q\r");
    harness.remote.end(ID, { exit_code: 2 });
    expect((await outcome).code).toBe(2);
  });

  test("[ATT-13] attached, past its time, it goes on", async () => {
    const harness = new Harness({ isTTY: true, inIsTTY: true });
    const { code, err } = await harness.run("exec", "--pty", "--background-after", "0.05", "--", "vim");
    expect([code, err]).toEqual([0, expect.stringContaining(`bellhop attach ${ID}`)]);
    expect(harness.listens).toBe(false);
  });
});
