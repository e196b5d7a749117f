import { describe, expect, test } from "vitest";

import { pressed, TOP_BEGINS, type TopState } from "../../src/surfaces/cli/top/state.ts";
import { until } from "../support/until.ts";
import { Harness } from "./harness.ts";
import type { HarnessOptions } from "./harness.ts";

function three(options: HarnessOptions = {}): Harness {
  const harness = new Harness(options);
  const { remote } = harness;
  const use = (cpu_percent: number, memory_bytes: number, output_bytes_per_second: number) => ({
    usage: { cpu_percent, memory_bytes, output_bytes_per_second },
  });
  remote.add(
    "proc_aaaa00000001",
    { name: "web", command: "npm run dev", ports: [3000], ...use(1.5, 2_097_152, 0) },
    600,
  );
  remote.add("proc_bbbb00000002", { command: "make", ...use(150, 1_048_576, 2_048) }, 60);
  remote.print("proc_bbbb00000002", "cc -c main.c\n");
  remote.add("proc_cccc00000003", { command: "gone" }, 900);
  remote.end("proc_cccc00000003");
  return harness;
}

const picture = (out: string): string[] =>
  (out.split("\u001b[H").at(-1) ?? "").replaceAll("\u001b[K", "").replaceAll("\u001b[J", "").split("\n");

describe("top", () => {
  test("[USAGE-5] once: what runs, the busiest first", async () => {
    const { out, code } = await three().run("top", "--once");
    expect(code).toBe(0);
    expect(out.split("\n")).toEqual([
      "NAME               CPU %   MEMORY  OUTPUT/s  AGE  PORTS  COMMAND      LAST LINE",
      "proc_bbbb00000002  150.0  1.0 MiB   2.0 KiB   1m         make         cc -c main.c",
      "web                  1.5  2.0 MiB       0 B  10m  3000   npm run dev",
      "",
    ]);
  });

  test("[USAGE-5] --json is the list, with what each uses", async () => {
    const harness = three();
    const { out } = await harness.run("top", "--json");
    expect((JSON.parse(out) as { processes: { usage: unknown }[] }).processes[0]?.usage).toEqual({
      cpu_percent: 1.5,
      memory_bytes: 2_097_152,
      output_bytes_per_second: 0,
    });
    expect(harness.remote.calls.at(-1)).toEqual(["list", { include_retained: false, usage: true }]);
  });

  test("[USAGE-5] without a terminal it says what to call instead", async () => {
    expect(await three().run("top")).toMatchObject({ code: 2, out: "" });
  });

  test("[USAGE-5] keys: sort, choose, look at the output, leave; the terminal is given back", async () => {
    const harness = three({ isTTY: true, columns: 100, rows: 12 });
    const running = harness.run("top");
    const lineOf = (at: number): string => picture(harness.out)[at] ?? "";
    await until(() => lineOf(2).startsWith(">roc_bbbb"));
    expect(lineOf(0)).toBe("2 processes run   cpu 151.5 %   memory 3.0 MiB   sorted by cpu");
    harness.press("s");
    await until(() => lineOf(2).startsWith("web") && lineOf(3).startsWith(">roc_bbbb"));
    harness.press("\r");
    await until(() => lineOf(0) === "cc -c main.c");
    harness.press("x\u001b[A"); // Two keys that were typed quickly.
    await until(() => lineOf(2).startsWith(">eb"));
    harness.press("q");
    const { code, out } = await running;
    expect(code).toBe(0);
    expect(out.endsWith("\u001b[?25h\u001b[?1049l")).toBe(true);
    expect(harness.listens).toBe(false);
  });

  test("[USAGE-5] a kill is carried out after y, and after nothing else", async () => {
    const harness = three({ isTTY: true, columns: 100, rows: 12 });
    const running = harness.run("top");
    const shows = (text: string): Promise<unknown> => until(() => picture(harness.out).join("\n").includes(text));
    const kills = (): unknown[] => harness.remote.calls.filter(([name]) => name === "kill");
    await shows("sorted by cpu");
    harness.press("k");
    await shows("Kill proc_bbbb00000002");
    harness.press("\r");
    await shows("arrows: choose");
    expect(kills()).toEqual([]);
    harness.press("k");
    await shows("Kill proc_bbbb00000002");
    harness.press("y");
    await until(() => kills().length === 1);
    expect(kills()).toEqual([["kill", { session_id: "proc_bbbb00000002", source: "bellhop.top" }]]);
    harness.press("\u0003");
    expect((await running).code).toBe(0);
  });

  test.each<[string, Partial<TopState>, Partial<TopState>]>([
    ["k", { selected: null }, { mode: "list" }],
    ["\r", { selected: null }, { mode: "list" }],
    ["\u001b[B", { selected: "b" }, { selected: "b" }],
    ["\u001b[A", { selected: "a" }, { selected: "a" }],
    ["\u001b[B", { selected: null }, { selected: "a" }],
    ["z", { selected: "a" }, { selected: "a", mode: "list" }],
  ])("[USAGE-5] the key %j at the edge", (key, before, after) => {
    expect(pressed({ ...TOP_BEGINS, ...before }, key, ["a", "b"]).state).toMatchObject(after);
  });
});
