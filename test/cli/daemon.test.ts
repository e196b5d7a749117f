import { describe, expect, test } from "vitest";

import { BellhopError } from "../../src/core/errors.ts";
import { Harness } from "./harness.ts";

const STATUS =
  "running (pid 999999999, version 0.1.0, up 1m 30s, home /home/of/test): 1 process running, 0 events waiting\n";

describe("daemon", () => {
  test("start prints the pid", async () => {
    const harness = new Harness();
    expect(await harness.run("daemon", "start")).toEqual({ code: 0, out: "999999999\n", err: "" });
    expect(harness.connects).toEqual([{}]);
  });

  test("[CLI-19] status of one that runs", async () => {
    const harness = new Harness();
    expect(await harness.run("daemon", "status", "--home", "/h")).toEqual({ code: 0, out: STATUS, err: "" });
    expect(JSON.parse((await harness.run("daemon", "status", "--json")).out)).toMatchObject({
      running: true,
      pid: 999_999_999,
      version: "0.1.0",
      home: "/home/of/test",
      uptime_seconds: 90,
    });
    expect(harness.connects).toEqual([{ home: "/h", start: false }, { start: false }]);
  });

  test("[CLI-19, CLI-20] status and stop where none runs", async () => {
    const harness = new Harness({ env: { BELLHOP_HOME: "/my/home" } });
    harness.refuseToConnect();
    const none = { running: false, pid: null, version: null, home: "/my/home", uptime_seconds: null };
    expect([
      await harness.run("daemon", "status"),
      await harness.run("daemon", "status", "--json"),
      await harness.run("daemon", "stop"),
    ]).toEqual([
      { code: 3, out: "not running (home /my/home)\n", err: "" },
      { code: 3, out: `${JSON.stringify(none)}\n`, err: "" },
      { code: 0, out: "", err: "bellhop: No daemon runs for the home /my/home.\n" },
    ]);
    expect(harness.connects.every((options) => options.start === false)).toBe(true);
  });

  test("stop says that processes run on", async () => {
    const harness = new Harness();
    const { code, out, err } = await harness.run("daemon", "stop");
    expect([code, out]).toEqual([0, ""]);
    expect(err).toContain("The daemon 999999999 has stopped. Processes run on;");
    expect((await harness.run("daemon", "stop", "--json")).out).toBe('{"status":"stopping","pid":999999999}\n');
  });

  test("run is the daemon itself", async () => {
    const harness = new Harness();
    expect((await harness.run("daemon", "run")).code).toBe(0);
    expect((await harness.run("daemon", "run", "--home", "/broken")).code).toBe(1);
    expect(harness.connects).toEqual([]);
  });

  test.each([
    ["daemon_newer", 4],
    ["connection_lost", 4],
    ["home_unusable", 1],
  ] as const)("[CLI-7] %s exits with %d", async (code, exitCode) => {
    const harness = new Harness();
    harness.connectError = new BellhopError(code, "A sentence.");
    expect(await harness.run("daemon", "status")).toEqual({ code: exitCode, out: "", err: "bellhop: A sentence.\n" });
  });
});
