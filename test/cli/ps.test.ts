import { describe, expect, test } from "vitest";

import { until } from "../support/until.ts";
import { Harness } from "./harness.ts";
import type { HarnessOptions } from "./harness.ts";

function busy(options: HarnessOptions = {}): Harness {
  const harness = new Harness(options);
  const { remote } = harness;
  remote.add("proc_aaaa00000001", { name: "web", command: "npm run dev\n\u001b[31mred", owner_task_id: "t1" });
  remote.print("proc_aaaa00000001", "starting\n日本語 ready\u0007\n");
  remote.add("proc_bbbb00000002", { command: "make test", session_key: "s1", pid: 77 }, 600);
  remote.end("proc_bbbb00000002", { exit_code: -9, signal: "SIGKILL" }, 60);
  remote.add("proc_cccc00000003", { name: "日本", command: `echo ${"x".repeat(100)}`, pid: null }, 90_000);
  remote.end("proc_cccc00000003", { exit_code: 0 }, 7_200);
  return harness;
}

describe("ps", () => {
  test("[CLI-9, CLI-10, CLI-12] shows what runs and what ended lately", async () => {
    expect(await busy({ isTTY: true, columns: 80 }).run("ps")).toEqual({
      code: 0,
      out: [
        "ID                 NAME  STATUS              AGE   PID  COMMAND",
        "proc_aaaa00000001  web   running 3m           3m  4242  npm run dev\\n\\e[31mred",
        "proc_bbbb00000002        exited 137 SIGKILL  10m    77  make test",
        "",
      ].join("\n"),
      err: "",
    });
  });

  test("[CLI-35] has a column of ports when one listens", async () => {
    const harness = busy({ isTTY: true, columns: 80 });
    harness.remote.find("web").view["ports"] = [3000, 9229];
    expect((await harness.run("ps")).out.split("\n")).toEqual([
      "ID                 NAME  STATUS              AGE   PID  PORTS      COMMAND",
      "proc_aaaa00000001  web   running 3m           3m  4242  3000 9229  npm run dev\\…",
      "proc_bbbb00000002        exited 137 SIGKILL  10m    77             make test",
      "",
    ]);
  });

  test("[ELSE-14] has a column of places when one runs elsewhere", async () => {
    const harness = busy({ isTTY: true, columns: 100 });
    const { view } = harness.remote.find("web");
    Object.assign(view, { environment: "docker:box", environment_note: "docker:box does not answer." });
    expect((await harness.run("ps")).out.split("\n").slice(0, 3)).toEqual([
      "ID                 NAME  STATUS              AGE   PID  PLACE           COMMAND",
      "proc_aaaa00000001  web   running 3m           3m  4242  docker:box (!)  npm run dev\\n\\e[31mred",
      "proc_bbbb00000002        exited 137 SIGKILL  10m    77  host            make test",
    ]);
  });

  test("[CLI-9, CLI-12] --all shows everything, cut to the terminal", async () => {
    const { out } = await busy({ isTTY: true, columns: 70 }).run("ps", "--all");
    expect(out.split("\n").slice(3)).toEqual([
      "proc_cccc00000003  日本  exited 0             1d     -  echo xxxxxxxx…",
      "",
    ]);
  });

  test("[CLI-9] a wide terminal shows the last line of output, too", async () => {
    const { out } = await busy({ isTTY: true, columns: 120 }).run("ps");
    expect(out.split("\n").slice(0, 2)).toEqual([
      "ID                 NAME  STATUS              AGE   PID  COMMAND                 LAST LINE",
      "proc_aaaa00000001  web   running 3m           3m  4242  npm run dev\\n\\e[31mred  日本語 ready\\x07",
    ]);
  });

  test("what is no terminal gets everything, uncut", async () => {
    const { out } = await busy({ columns: 20 }).run("ps", "--all");
    expect(out).toContain("x".repeat(100));
    expect(out).not.toContain("LAST LINE");
  });

  test("[CLI-11] colours only where they are wanted", async () => {
    const coloured = await busy({ isTTY: true, colour: true }).run("ps");
    const plain = await busy({ isTTY: true }).run("ps");
    expect(coloured.out).toContain("\u001b[32mrunning 3m\u001b[0m");
    // oxlint-disable-next-line no-control-regex
    expect(coloured.out.replace(/\u001b\[\d+m/g, "")).toBe(plain.out);
  });

  test.each([
    [["--owner", "t1"], { task_id: "t1" }, ["proc_aaaa00000001"]],
    [["--session", "s1"], { session_key: "s1" }, ["proc_bbbb00000002"]],
    [["--owner", "t1", "--session", "s1"], { task_id: "t1", session_key: "s1" }, []],
  ])("%j asks for and shows only those", async (options, input, ids) => {
    const harness = busy();
    const { out } = await harness.run("ps", ...options);
    expect(harness.remote.calls).toEqual([["list", input]]);
    expect(out.match(/proc_\w+/g) ?? []).toEqual(ids);
  });

  test("[CLI-6] --json is what list answers", async () => {
    const harness = busy();
    const { out } = await harness.run("ps", "--json");
    expect(JSON.parse(out)).toEqual(await harness.remote.call("list", {}));
    expect(out).not.toContain("\u0007");
  });

  test("[CLI-2] that there is nothing is said on stderr", async () => {
    const harness = new Harness();
    expect(await harness.run("ps")).toEqual({ code: 0, out: "", err: "bellhop: No process runs.\n" });
    harness.remote.add("proc_cccc00000003", {}, 90_000);
    harness.remote.end("proc_cccc00000003", {}, 7_200);
    expect((await harness.run("ps")).err).toBe(
      "bellhop: No process runs, and none ended within the last hour; 1 older one is shown by: bellhop ps --all\n",
    );
  });

  test("[CLI-7] exits with 4 when no daemon can be had", async () => {
    const harness = new Harness();
    harness.refuseToConnect();
    expect(await harness.run("ps")).toEqual({
      code: 4,
      out: "",
      err: "bellhop: No daemon answers for /home/of/test.\n",
    });
  });

  test("[CLI-16] BELLHOP_DEBUG=1 says where an error came from", async () => {
    const harness = new Harness({ env: { BELLHOP_DEBUG: "1" } });
    harness.refuseToConnect();
    expect((await harness.run("ps")).err).toMatch(/^bellhop: No daemon.*\nBellhopError: No daemon.*\n {4}at /);
  });
});

describe("ps --watch", () => {
  const picture = (out: string): string => out.split("\u001b[H").at(-1) ?? "";

  test.each([["q"], ["\u0003"]])("[CLI-13] draws over itself until %j, and gives the terminal back", async (key) => {
    const harness = busy({ isTTY: true, rows: 10 });
    const watching = harness.run("ps", "--watch");
    await until(() => harness.out.includes("q: leave"));
    harness.remote.add("proc_dddd00000004", { command: "new" }, 1);
    await until(() => picture(harness.out).includes("proc_dddd00000004"));
    harness.press(key);
    const { code, out } = await watching;
    expect(code).toBe(0);
    expect(out.startsWith("\u001b[?1049h\u001b[?25l")).toBe(true);
    expect(out.endsWith("\u001b[?25h\u001b[?1049l")).toBe(true);
    expect(harness.listens).toBe(false);
  });

  test("[CLI-13] shows no more lines than there are", async () => {
    const harness = new Harness({ isTTY: true, rows: 6 });
    for (let index = 0; index < 20; index += 1) harness.remote.add(`proc_${String(index).padStart(12, "0")}`);
    const watching = harness.run("ps", "--watch");
    await until(() => harness.out.includes("q: leave"));
    expect(picture(harness.out).split("\n")).toHaveLength(6);
    expect(harness.out).toContain("… 18 more");
    harness.interrupt();
    expect((await watching).code).toBe(130);
  });

  test("[CLI-13] a failure gives the terminal back first", async () => {
    const harness = busy({ isTTY: true });
    harness.remote.answers.set("list", () => {
      throw new Error("gone");
    });
    const { code, out, err } = await harness.run("ps", "--watch");
    expect([code, out.endsWith("\u001b[?25h\u001b[?1049l"), err]).toEqual([1, true, "bellhop: gone\n"]);
  });

  test("[CLI-7] needs a terminal", async () => {
    expect(await busy().run("ps", "--watch")).toMatchObject({ code: 2, out: "" });
  });
});
