import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { launchdManager } from "../../src/surfaces/cli/service/launchd.ts";
import type { ServiceHost } from "../../src/surfaces/cli/service/manager.ts";
import { matching } from "../support/matchers.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { FakeRemote } from "./fake-remote.ts";
import { Harness } from "./harness.ts";

const UNIT = "systemd/user/bellhop.service";

function place(): { readonly path: string; readonly harness: Harness } {
  const config = temporaryDirectory();
  // No tool of systemd is found.
  const env = { XDG_CONFIG_HOME: config, HOME: "/home/of/test", PATH: config, XDG_RUNTIME_DIR: config };
  return { path: join(config, UNIT), harness: new Harness({ env }) };
}

describe("daemon install, without a manager", () => {
  test("[INST-3] --print", async () => {
    const { path, harness } = place();
    const { code, out, err } = await harness.run("daemon", "install", "--print", "--home", "/a b");
    expect([code, out, err, existsSync(path)]).toEqual([0, matching(/ --home "\/a b" --idle-seconds 0\n/), "", false]);
  });

  test("[INST-5] writes the file once, for all to read, and says how to go on", async () => {
    const { path, harness } = place();
    const first = await harness.run("daemon", "install");
    expect([first.code, first.out, first.err]).toEqual([
      0,
      "",
      matching(/bellhop\.service is written\.\nbellhop: Start the service with: bellhop daemon install --now\n/),
    ]);
    expect([statSync(path).mode & 0o777, readFileSync(path, "utf8")]).toEqual([
      0o644,
      matching(/\nEnvironment=XDG_CONFIG_HOME=\/[^]*\n# bellhop sha256 [0-9a-f]{64}\n$/),
    ]);
    const second = JSON.parse((await harness.run("daemon", "install", "--json")).out) as object;
    expect(second).toMatchObject({ path, changed: false, pid: null });
  });

  test("[INST-4] --now says that nobody is there to start it", async () => {
    const { harness } = place();
    const { code, err } = await harness.run("daemon", "install", "--now");
    expect([code, err]).toEqual([
      1,
      matching(/The file is written, but no systemd user manager answers .*no systemctl/),
    ]);
  });

  test("uninstall removes the file; where there is none it is no error", async () => {
    const { path, harness } = place();
    await harness.run("daemon", "install");
    const { err } = await harness.run("daemon", "uninstall");
    expect([err, existsSync(path)]).toEqual([matching(/is removed\. Jobs run on/), false]);
    expect(await harness.run("daemon", "uninstall")).toMatchObject({
      code: 0,
      err: matching(/No service is installed/),
    });
  });
});

describe("launchd", () => {
  test("[INST-8] what would be run: the old agent goes, a daemon steps down, the new agent comes", async () => {
    const did: string[] = [];
    const remote = new FakeRemote();
    const host: ServiceHost = {
      spec: { node: "/node", nodeOptions: [], program: "/main.js", home: "/home/of/test", env: {} },
      env: { HOME: "/Users/a" },
      user: "a",
      uid: 501,
      run: async (...words) => {
        did.push(words.join(" "));
        return { code: 0, out: "", err: "" };
      },
      daemon: async () => remote,
      stepDown: async () => void did.push("step down"),
    };
    const manager = launchdManager(host);
    expect([await manager.activate(true), manager.path, did]).toEqual([
      remote.daemon.pid,
      "/Users/a/Library/LaunchAgents/bellhop.daemon.plist",
      [
        "launchctl bootout gui/501/bellhop.daemon",
        "step down",
        "launchctl bootstrap gui/501 /Users/a/Library/LaunchAgents/bellhop.daemon.plist",
      ],
    ]);
  });
});
