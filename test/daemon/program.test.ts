import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { describe, expect, test } from "vitest";

import { packageVersion } from "../../src/base/version.ts";
import { fileLogger } from "../../src/surfaces/daemon/log-file.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";
import { FakeClock } from "./fake-clock.ts";
import { testClient } from "./harness.ts";

const FAULTY = fileURLToPath(new URL("../fixtures/faulty-daemon.mjs", import.meta.url));

describe("a fault that nobody catches", () => {
  test.each([["list"], ["show"]])("[DMN-54] is logged and ends the daemon (%s)", async (call) => {
    const home = temporaryDirectory();
    const daemon = spawn(process.execPath, [FAULTY, "--home", home], { stdio: "ignore" });
    const client = await until(() => testClient(home, { version: packageVersion() }).catch(() => null));
    await Promise.allSettled([client.call(call, call === "show" ? { session_id: "proc_0001" } : {})]);
    expect(await once(daemon, "close")).toEqual([1, null]);
    const log = readFileSync(join(home, "daemon.log"), "utf8");
    expect(log).toMatch(/ warn The daemon ends because of a fault: Error: the fault\n {4}at /);
    await client.close();
  });
});

describe("the log of the daemon", () => {
  test("[DMN-55] has a line a message, and keeps one older file", () => {
    const path = join(temporaryDirectory(), "daemon.log");
    const logger = fileLogger({ path, maxBytes: 1_000, clock: new FakeClock() });
    for (let message = 0; message < 100; message++) logger.info(`message ${message}`);
    logger.warn("the last one");
    const lines = [`${path}.1`, path].flatMap((file) => readFileSync(file, "utf8").trimEnd().split("\n"));
    expect(lines.at(-1)).toBe(`2026-01-01T00:00:00.000Z ${process.pid} warn the last one`);
    expect(lines.map((line) => line.split(" ").at(-1))).toEqual([
      ...Array.from({ length: lines.length - 1 }, (_, index) => String(100 - lines.length + 1 + index)),
      "one",
    ]);
    for (const file of [`${path}.1`, path]) {
      expect({ small: statSync(file).size <= 1_000, mode: (statSync(file).mode & 0o777).toString(8) }).toEqual({
        small: true,
        mode: "600",
      });
    }
    expect(existsSync(`${path}.2`)).toBe(false);
  });

  test("[DMN-55] that cannot be written stops nothing", () => {
    const file = join(temporaryDirectory(), "file");
    writeFileSync(file, "");
    const logger = fileLogger({ path: join(file, "daemon.log"), maxBytes: 1_000, clock: new FakeClock() });
    expect(() => logger.warn("nowhere")).not.toThrow();
  });
});
