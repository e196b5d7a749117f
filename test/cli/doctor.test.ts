import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { temporaryDirectory } from "../support/temp.ts";
import { Harness } from "./harness.ts";

interface Check {
  readonly name: string;
  readonly status: string;
  readonly detail: string;
  readonly advice?: string;
}

const ENV = { PATH: process.env["PATH"] ?? "", SHELL: "/bin/bash", HOME: "/", XDG_RUNTIME_DIR: "" };

async function checksOf(
  env: Record<string, string>,
): Promise<{ readonly code: number; readonly checks: Map<string, Check> }> {
  const { code, out } = await new Harness({ env: { ...ENV, ...env } }).run("doctor", "--json");
  const { checks } = JSON.parse(out) as { readonly checks: readonly Check[] };
  return { code, checks: new Map(checks.map((check) => [check.name, check])) };
}

describe("doctor", () => {
  test("[CLI-21] says where commands can be run besides, and what the others need", async () => {
    const usability = [
      { kind: "docker", isUsable: true, why: "dockerode 5.0.1." },
      { kind: "ssh", isUsable: false, why: "The package ssh2 is missing: `npm install ssh2`." },
    ];
    const { code, out } = await new Harness({ env: ENV, usability }).run("doctor", "--json");
    const { checks } = JSON.parse(out) as { readonly checks: readonly Check[] };
    expect([code, checks.slice(-2)]).toEqual([
      0,
      [
        { name: "environment docker", status: "ok", detail: "dockerode 5.0.1." },
        { name: "environment ssh", status: "off", detail: "The package ssh2 is missing: `npm install ssh2`." },
      ],
    ]);
  });

  test("[CLI-21] all is well here, and it leaves nothing behind", async () => {
    const home = join(temporaryDirectory(), "home");
    const { code, checks } = await checksOf({ BELLHOP_HOME: home });
    const failed = [...checks.values()].filter(({ status }) => status === "fail");
    expect([code, failed]).toEqual([0, []]);
    expect([...checks.keys()]).toEqual([
      "Node",
      "programs",
      "shell",
      "login shell",
      "inotify watches",
      "inotify instances",
      "open files",
      "home",
      "named pipes",
      "socket path",
      "free disk",
      "user manager",
      "service",
      "logout",
      "limits",
      "daemon",
    ]);
    expect(checks.get("home")?.detail).toContain("not there yet");
  });

  test("[CLI-21] says what is wrong and what to do", async () => {
    const folder = temporaryDirectory();
    const home = join(folder, "x".repeat(100));
    mkdirSync(home);
    chmodSync(home, 0o755);
    const slow = join(folder, "bash");
    writeFileSync(slow, "#!/bin/sh\n/bin/sleep 1.1\n", { mode: 0o755 });
    const { code, checks } = await checksOf({ BELLHOP_HOME: home, SHELL: slow, PATH: folder });
    expect(code).toBe(1);
    expect(checks.get("home")).toEqual({
      name: "home",
      status: "fail",
      detail: `${home} is open to other users (mode 0755)`,
      advice: `Run: chmod 700 ${home}`,
    });
    expect(checks.get("socket path")).toMatchObject({ status: "warn", advice: expect.any(String) as string });
    expect(checks.get("login shell")).toMatchObject({
      status: "warn",
      advice: expect.stringContaining("run --shell cached") as string,
    });
  });

  test.each([
    ["is not set", ""],
    ["is no shell for us", "/usr/bin/fish"],
  ])("[CLI-21] a $SHELL that %s is replaced, and said", async (_, SHELL) => {
    const { checks } = await checksOf({ BELLHOP_HOME: temporaryDirectory(), SHELL });
    expect(checks.get("shell")).toMatchObject({
      status: "warn",
      detail: expect.stringContaining("jobs run in") as string,
    });
  });

  test("[CLI-21] a home that is a file fails", async () => {
    const file = join(temporaryDirectory(), "file");
    writeFileSync(file, "");
    const { code, checks } = await checksOf({ BELLHOP_HOME: file });
    expect([code, checks.get("home")?.status, checks.get("home")?.advice]).toEqual([
      1,
      "fail",
      "Set BELLHOP_HOME to a directory of your own.",
    ]);
  });

  test("[CLI-21] the table has a line for each, and the advice below it", async () => {
    const home = temporaryDirectory();
    const harness = new Harness({ env: { ...ENV, BELLHOP_HOME: home, SHELL: "" } });
    harness.refuseToConnect();
    const { out } = await harness.run("doctor");
    expect(out).toMatch(/^ok {4}Node {15}\d+\.\d+\.\d+\n/);
    expect(out).toMatch(/\nwarn {2}shell {14}\$SHELL is not set; jobs run in \S+\n {25}Set SHELL to/);
    expect(out).toMatch(/\nok {4}daemon {13}does not run; a command that needs it starts it\n$/);
  });
});
