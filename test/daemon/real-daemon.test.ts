import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { packageDirectory, packageVersion } from "../../src/base/version.ts";
import { openRegistry } from "../../src/compose.ts";
import { connect } from "../../src/surfaces/client/connect.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";
import { gone, realClient, realHome } from "./real-home.ts";

const DAEMON = join(packageDirectory, "dist/surfaces/daemon/main.js");

describe("a daemon on demand", () => {
  test("[DMN-45] is started, serves, and tells who it is", async () => {
    const home = realHome();
    const client = await realClient(home);
    expect(client.daemon).toEqual({ pid: expect.any(Number) as unknown, version: packageVersion(), home });
    const { id } = await client.start({ command: "echo out; exit 3", shell: "plain" });
    expect(await client.wait(id)).toMatchObject({ status: "exited", exitCode: 3, output: "out\n" });
    expect((statSync(join(home, "daemon.sock")).mode & 0o777).toString(8)).toBe("600");
    expect(readFileSync(join(home, "daemon.log"), "utf8")).toContain(`The daemon ${packageVersion()} begins.`);
  });

  test("[DMN-46] of many that are started at the same time, one serves all", async () => {
    const home = realHome();
    const clients = await Promise.all(Array.from({ length: 6 }, () => realClient(home)));
    expect(new Set(clients.map((client) => client.daemon.pid)).size).toBe(1);
    await Promise.all(clients.map((client, index) => client.start({ command: `exit ${index}`, shell: "plain" })));
    expect(await clients[0]?.list()).toHaveLength(6);
  });

  test("[DMN-47] a job gets the environment, directory and umask of its caller, not of the daemon", async () => {
    const home = realHome();
    await realClient(home, { ...process.env, FIRST: "1" });
    const cwd = temporaryDirectory();
    const second = await realClient(home, { PATH: process.env["PATH"], SECOND: "2" });
    const caller = { env: { PATH: process.env["PATH"] ?? "", SECOND: "2" }, cwd, umask: 0o27 };
    const { id } = await second.start({ command: 'echo "$FIRST/$SECOND"; pwd; umask', shell: "plain", caller });
    expect(await second.wait(id)).toMatchObject({ output: `/2\n${cwd}\n0027\n` });
  });

  test("[DMN-48] it stands in /, in a session of its own, with no descriptor of its starter, and so do its jobs", async () => {
    const home = realHome();
    const leaked = openSync(join(temporaryDirectory(), "leaked"), "w");
    // A shell gives descriptor 9 on, as it does by default; Node would not.
    const script = 'exec 9>&3; exec "$0" "$@"';
    const starter = spawn("sh", ["-c", script, process.execPath, "-e", startScript(home)], {
      stdio: ["ignore", "pipe", "inherit", leaked],
    });
    closeSync(leaked);
    starter.stdout?.resume();
    await once(starter, "close");
    const client = await realClient(home);
    const { pid } = client.daemon;
    expect(readlinkSync(`/proc/${pid}/cwd`)).toBe("/");
    const open = readdirSync(`/proc/${pid}/fd`).map((name) => readlinkSync(`/proc/${pid}/fd/${name}`));
    expect(open.filter((target) => target.includes("leaked"))).toEqual([]);
    const { id } = await client.start({ command: "ls /proc/self/fd", shell: "plain" });
    expect((await client.wait(id)).output).toMatch(/^0\n1\n2\n3\n$/);
  });

  test("[DMN-25] it leaves when nothing was to be done for its time", async () => {
    const home = realHome();
    const client = await connect({ home, env: { ...process.env, BELLHOP_IDLE_SECONDS: "0.2" } });
    const { pid } = client.daemon;
    await client.close();
    await gone(pid);
    expect(existsSync(join(home, "daemon.sock"))).toBe(false);
    expect(readFileSync(join(home, "daemon.log"), "utf8")).toContain(
      "The daemon leaves: Nothing was to be done for 0.2 s.",
    );
  });
});

function startScript(home: string): string {
  const module = JSON.stringify(join(packageDirectory, "dist/surfaces/client/connect.js"));
  return `import(${module}).then(({ connect }) => connect({ home: ${JSON.stringify(home)} })).then((remote) => remote.close())`;
}

describe("a daemon by hand", () => {
  test("[DMN-49] SIGTERM, SIGINT and SIGHUP end it with code 0, and its processes live on", async () => {
    const home = realHome();
    let id = "";
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
      const daemon = spawn(process.execPath, [DAEMON, "--home", home], { stdio: ["ignore", "ignore", "inherit"] });
      const client = await until(() => connect({ home, start: false }).catch(() => null), { what: "the daemon" });
      expect(client.daemon.pid).toBe(daemon.pid);
      id ||= (await client.start({ command: "sleep 100", shell: "plain" })).id;
      expect(await client.poll(id)).toMatchObject({ status: "running" });
      daemon.kill(signal);
      expect(await once(daemon, "close")).toEqual([0, null]);
      await client.close();
    }
    const client = await realClient(home);
    expect(await client.poll(id)).toMatchObject({ status: "running" });
  });

  test("[DMN-50] a second one ends with a code of its own and names the first", async () => {
    const home = realHome();
    const client = await realClient(home);
    const second = spawn(process.execPath, [DAEMON, "--home", home], { stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    second.stderr.on("data", (text: Buffer) => (said += text.toString()));
    expect(await once(second, "close")).toEqual([75, null]);
    expect(said).toContain(String(client.daemon.pid));
    expect(await client.list()).toEqual([]);
  });

  test("[DMN-43] a home that a program owns in process is an error that names it", async () => {
    const home = temporaryDirectory();
    const registry = await openRegistry({ home });
    await expect(connect({ home })).rejects.toMatchObject({
      code: "home_in_use",
      message: expect.stringContaining(String(process.pid)) as unknown,
    });
    await registry.close();
  });

  test("[DMN-42] a home that cannot be used is an error with the reason", async () => {
    const home = join(temporaryDirectory(), "home");
    writeFileSync(home, "a file");
    await expect(connect({ home })).rejects.toMatchObject({
      code: "daemon_unreachable",
      message: expect.stringContaining(home) as unknown,
    });
  });

  test.each([["--nonsense"], ["--idle-seconds=soon"], ["--idle-seconds=-1"]])(
    "[DMN-51] %s is a usage error",
    async (flag) => {
      const daemon = spawn(process.execPath, [DAEMON, flag], { stdio: ["ignore", "ignore", "pipe"] });
      daemon.stderr.resume();
      expect(await once(daemon, "close")).toEqual([2, null]);
    },
  );
});
