import { describe, expect, test } from "vitest";

import type { SinkProcess } from "../../src/registry/sink-types.ts";
import type { Registry } from "../../src/registry/registry.ts";
import { runPlain, startPlain, testRegistry } from "../support/registry.ts";
import { until } from "../support/until.ts";

interface Told {
  readonly texts: Map<string, string>;
  readonly processes: SinkProcess[];
}

function listen(registry: Registry): Told {
  const told: Told = { texts: new Map(), processes: [] };
  registry.onOutput = (process, chunk) => {
    told.processes.push(process);
    told.texts.set(process.id, (told.texts.get(process.id) ?? "") + chunk);
  };
  return told;
}

describe("onOutput", () => {
  test("[SINK-1] gets all that later processes print, and who they are", async () => {
    const registry = await testRegistry();
    const told = listen(registry);
    const options = { name: "web", taskId: "t", sessionKey: "s" };
    const { id } = await runPlain(registry, "printf 'one\\n'; printf two", options);
    await until(() => told.texts.get(id) === "one\ntwo");
    expect(told.processes[0]).toEqual({
      id,
      name: "web",
      command: "printf 'one\\n'; printf two",
      taskId: "t",
      ownerTaskId: "t",
      sessionKey: "s",
      parentSessionId: "",
    });
  });

  test("[SINK-1] knows a terminal from a pipe", async () => {
    const registry = await testRegistry();
    const seen: [string, boolean][] = [];
    registry.onOutput = (_, chunk, isTerminal) => void seen.push([chunk.trim(), isTerminal]);
    await runPlain(registry, "printf one");
    await runPlain(registry, "printf two", { pty: true });
    await until(() => seen.length === 2);
    expect(seen).toEqual([
      ["one", false],
      ["two", true],
    ]);
  });

  test("[SINK-1] gets what a running one prints from then on, until it is taken away", async () => {
    const registry = await testRegistry();
    const { id } = await startPlain(registry, "echo before; cat", { stdin: "pipe" });
    await until(async () => (await registry.get(id))?.cursor === 7);
    const told = listen(registry);
    await registry.write(id, "now\n");
    await until(() => told.texts.get(id) === "now\n");
    registry.onOutput = null;
    await registry.write(id, "later\n");
    const again = listen(registry);
    await until(async () => (await registry.get(id))?.cursor === 17);
    await registry.write(id, "last\n");
    await until(() => again.texts.get(id)?.endsWith("last\n"));
    expect(told.texts.get(id)).toBe("now\n");
    await registry.closeStdin(id);
    await registry.wait(id);
  });

  test("[SINK-1, SINK-4] gets 1 MiB in order, with its escape codes and without secrets", async () => {
    const registry = await testRegistry();
    const told = listen(registry);
    const command = "printf '\\033[31mred\\n'; echo OPENAI_API_KEY=sk-abcdefghijklmnopqrstuvwxyz123456; seq 1 150000";
    const { id } = await runPlain(registry, command);
    await until(() => told.texts.get(id)?.endsWith("150000\n"));
    const lines = (told.texts.get(id) ?? "").split("\n");
    expect(lines[0]).toBe("\u001b[31mred");
    expect(lines[1]).not.toContain("abcdefghijkl");
    expect(lines.slice(2, -1)).toEqual(Array.from({ length: 150_000 }, (_, index) => String(index + 1)));
  });

  test.each([
    [
      "throws",
      (): never => {
        throw new Error("broken");
      },
    ],
    ["rejects", (): Promise<void> => Promise.reject(new Error("broken"))],
  ])("[SINK-2] one that %s is logged once", async (_, sink) => {
    const warnings: string[] = [];
    const logger = { info: () => undefined, warn: (message: string) => void warnings.push(message) };
    const registry = await testRegistry({ logger });
    registry.onOutput = sink;
    const first = await runPlain(registry, "echo one; sleep 0.2; echo two");
    const second = await runPlain(registry, "echo three");
    expect([first.exitCode, second.exitCode]).toEqual([0, 0]);
    await until(() => warnings.length > 0);
    expect(warnings).toEqual([`onOutput failed for ${first.id}: broken. It is not told again.`]);
  });
});

describe("requestCloseTerminal", () => {
  test("[SINK-3] asks, and kills nothing", async () => {
    const registry = await testRegistry();
    const { id } = await startPlain(registry, "sleep 100", { name: "web" });
    expect(registry.requestCloseTerminal(id)).toMatchObject({ status: "error" });
    const asked: [SinkProcess | null, string][] = [];
    registry.onClose = (process, closed) => void asked.push([process, closed]);
    expect(registry.requestCloseTerminal("web")).toMatchObject({ status: "ok", closed: id });
    expect(registry.requestCloseTerminal("proc_gone")).toMatchObject({ status: "ok", closed: "proc_gone" });
    expect(asked).toEqual([
      [expect.objectContaining({ id, name: "web" }), id],
      [null, "proc_gone"],
    ]);
    expect((await registry.poll(id)).status).toBe("running");
    registry.onClose = () => {
      throw new Error("no window");
    };
    expect(registry.requestCloseTerminal(id)).toEqual({ status: "error", error: "no window" });
  });
});
