import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { until } from "../support/until.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { testClient, testDaemon } from "./harness.ts";

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe("in the home", () => {
  test("[DMN-21] the socket is for its user alone, and goes with the daemon", async () => {
    const { path, home, stop } = await testDaemon();
    expect([path, modeOf(path), statSync(path).isSocket()]).toEqual([join(home, "daemon.sock"), "600", true]);
    await stop();
    expect(existsSync(path)).toBe(false);
  });

  test("[DMN-22] a socket that a dead daemon left is replaced", async () => {
    const home = temporaryDirectory();
    const dead = createServer().listen(join(home, "daemon.sock"));
    await until(() => dead.listening);
    // A daemon that is killed leaves its file: a second name keeps it from going with the server.
    const { linkSync, renameSync } = await import("node:fs");
    linkSync(join(home, "daemon.sock"), join(home, "kept"));
    await new Promise((resolve) => dead.close(resolve));
    renameSync(join(home, "kept"), join(home, "daemon.sock"));
    const { path } = await testDaemon({ home });
    const client = await testClient(home);
    expect([path, await client.list()]).toEqual([join(home, "daemon.sock"), []]);
  });

  test("[DMN-22] a file of that name that is no socket is not touched", async () => {
    const home = temporaryDirectory();
    writeFileSync(join(home, "daemon.sock"), "mine");
    const runtime = temporaryDirectory();
    const { path } = await testDaemon({ home, env: { XDG_RUNTIME_DIR: runtime } });
    expect([path.startsWith(runtime), readFileSync(join(home, "daemon.sock"), "utf8")]).toEqual([true, "mine"]);
  });
});

describe("in the runtime directory", () => {
  const longHome = (): string => {
    const home = join(temporaryDirectory(), "x".repeat(100));
    mkdirSync(home);
    return home;
  };

  test("[DMN-23] a home with a long path is served there, in a private folder, and found by clients with other variables", async () => {
    const home = longHome();
    const runtime = temporaryDirectory();
    const { path, stop } = await testDaemon({ home, env: { XDG_RUNTIME_DIR: runtime } });
    const folder = dirname(path);
    expect([folder, dirname(folder)].map(modeOf)).toEqual(["700", "700"]);
    expect([modeOf(path), dirname(dirname(folder))]).toEqual(["600", runtime]);
    const same = await testClient(home, { env: { XDG_RUNTIME_DIR: runtime } });
    const other = await testClient(home, { env: { XDG_RUNTIME_DIR: temporaryDirectory() } });
    expect([await same.list(), await other.list()]).toEqual([[], []]);
    await stop();
    expect(existsSync(path)).toBe(false);
  });

  test("[DMN-24] a folder that others can enter, or that leads elsewhere, is refused", async () => {
    const home = longHome();
    const open = temporaryDirectory();
    mkdirSync(join(open, "bellhop"));
    chmodSync(join(open, "bellhop"), 0o755);
    const flaw = /No socket can be made for the home .* is open to other users \(mode 0755\); remove it/;
    await expect(testDaemon({ home, env: { XDG_RUNTIME_DIR: open } })).rejects.toThrow(flaw);
    const elsewhere = temporaryDirectory();
    symlinkSync(temporaryDirectory(), join(elsewhere, "bellhop"));
    await expect(testDaemon({ home, env: { XDG_RUNTIME_DIR: elsewhere } })).rejects.toMatchObject({
      code: "home_unusable",
      message: expect.stringContaining("is not a directory") as unknown,
    });
  });

  test.runIf(process.getuid?.() === 0)("[DMN-24] a socket or a folder of another user is not trusted", async () => {
    const { chownSync } = await import("node:fs");
    const home = longHome();
    const runtime = temporaryDirectory();
    mkdirSync(join(runtime, "bellhop"), { mode: 0o700 });
    chownSync(join(runtime, "bellhop"), 12_345, 12_345);
    await expect(testDaemon({ home, env: { XDG_RUNTIME_DIR: runtime } })).rejects.toThrow("belongs to user 12345");
    const { path, home: own } = await testDaemon();
    chownSync(path, 12_345, 12_345);
    await expect(testClient(own)).rejects.toMatchObject({ code: "daemon_unreachable" });
  });
});
