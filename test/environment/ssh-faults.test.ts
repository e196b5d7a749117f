import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Connection, ServerChannel } from "ssh2";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { outputsInOrder } from "../../src/adapters/environment/ssh-outputs.ts";
import type { SshGround } from "../../src/adapters/environment/ssh-settings.ts";
import { sshEnvironment } from "../../src/adapters/environment/ssh.ts";
import { parseEnvironment, type SshSpec } from "../../src/core/environment-spec.ts";
import type { Environment } from "../../src/ports/environment.ts";
import { childrenOf, serveSsh, type Sshd } from "../support/sshd.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";

let sshd: Sshd;
beforeAll(async () => {
  sshd = await serveSsh(mkdtempSync(join(tmpdir(), "bellhop-")));
});
afterAll(async () => sshd.close());

function opened(ground: SshGround = {}): Environment {
  const environment = sshd.open(ground);
  onTestFinished(() => environment.close());
  return environment;
}

/** A file there whose last line a command writes when it runs. */
const told = async (environment: Environment, file: string): Promise<string> =>
  (await environment.execute(`cat ${file} 2>/dev/null`)).output.trim();

const unreachable = (text: RegExp): unknown =>
  expect.objectContaining({ trouble: "unreachable", message: expect.stringMatching(text) as string });

describe("[SSH-4] one connection", () => {
  test("for 200 calls at the same time", async () => {
    const environment = opened();
    const numbers = Array.from({ length: 200 }, (_, number) => number);
    const answers = await Promise.all(
      numbers.map((number) => environment.execute(`echo ${number}; exit ${number % 7}`)),
    );
    expect(answers).toEqual(numbers.map((number) => ({ output: `${number}\n`, exitCode: number % 7 })));
    expect(sshd.sessions()).toHaveLength(1);
  });

  test("whose calls all wait for something: each still ends in time, and nothing of them is left there", async () => {
    const environment = opened();
    const file = join(temporaryDirectory(), "pids");
    const startMs = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => environment.execute(`echo $$ >>${file}; sleep 600`, { timeoutMs: 3_000 })),
    );
    expect(answers.map(({ exitCode }) => exitCode)).toEqual(Array.from({ length: 8 }, () => 124));
    expect(performance.now() - startMs).toBeLessThan(12_000);
    const pids = (await told(environment, file)).split("\n");
    expect(pids).toHaveLength(8);
    // Who has ended and was not waited for yet counts as ended.
    const alive = pids.map((pid) => `grep -q '^State:.[^Z]' /proc/${pid}/status 2>/dev/null`).join(" || ");
    expect((await environment.execute(alive)).exitCode).not.toBe(0);
  });

  test("where a call whose time is up while it waits never runs", async () => {
    const environment = opened();
    const file = join(temporaryDirectory(), "ran");
    const stop = new AbortController();
    const busy = Array.from({ length: 8 }, () => environment.execute("sleep 600", { signal: stop.signal }));
    const waiting = await environment.execute(`echo ran >${file}`, { timeoutMs: 500 });
    stop.abort();
    expect((await Promise.all(busy)).map(({ exitCode }) => exitCode)).toEqual(busy.map(() => 130));
    expect([waiting.exitCode, await told(environment, file)]).toEqual([124, ""]);
  });
});

describe("[SSH-5] a connection that is lost", () => {
  test("in the middle of a command is an error, and the next call makes a new one", async () => {
    const environment = opened();
    const file = join(temporaryDirectory(), "pid");
    const running = environment.execute(`echo $$ >${file}; exec sleep 600`).catch((error: unknown) => error);
    const pid = await until(() => told(environment, file), { what: "the command to run" });
    sshd.sessions().forEach((session) => process.kill(session, "SIGKILL"));
    expect(await running).toEqual(unreachable(/was cut while a command ran/));
    // What ran there was not ended by that.
    expect(await environment.execute(`kill ${pid}`)).toEqual({ output: "", exitCode: 0 });
  });

  test("between two commands costs one call at most", async () => {
    const environment = opened();
    await environment.execute("true");
    sshd.sessions().forEach((pid) => process.kill(pid, "SIGKILL"));
    await until(() => sshd.sessions().length === 0, { what: "the session to be gone" });
    expect(await environment.execute("echo again").catch(() => environment.execute("echo again"))).toEqual({
      output: "again\n",
      exitCode: 0,
    });
  });

  test("with its server is unreachable until that is back", async () => {
    const environment = opened();
    await environment.execute("true");
    await sshd.stop();
    const call = (): Promise<unknown> => environment.execute("echo back").catch((error: unknown) => error);
    await until(async () => /nothing listens/.test(String(await call())), { what: "the refusal", seen: call });
    await sshd.start();
    expect(await call()).toEqual({ output: "back\n", exitCode: 0 });
  });
});

describe("[SSH-6] a machine that does not answer", () => {
  /** Accepts, and says nothing. */
  async function silent(connectDeadlineMs = 700): Promise<{ environment: Environment; sockets: readonly Socket[] }> {
    const sockets: Socket[] = [];
    const server = createServer((socket) => void sockets.push(socket.on("error", () => {})));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const spec = parseEnvironment(`ssh://someone@127.0.0.1:${port}`) as SshSpec;
    const environment = sshEnvironment(spec, { home: sshd.home, env: {}, connectDeadlineMs });
    onTestFinished(async () => {
      await environment.close();
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    });
    return { environment, sockets };
  }

  test("from the beginning", async () => {
    const { environment } = await silent();
    await expect(environment.execute("true")).rejects.toEqual(unreachable(/no login was possible in time/));
  });

  test("does not hold up a call that is interrupted, or the close", async () => {
    const { environment, sockets } = await silent(60_000);
    const startMs = performance.now();
    const call = environment.execute("true", { timeoutMs: 200 });
    expect(await call).toEqual({ output: "[Command timed out after 0.2s]", exitCode: 124 });
    const other = environment.execute("true").catch((error: unknown) => error);
    await until(() => sockets.length > 0);
    await environment.close();
    expect(await other).toEqual(unreachable(/closed by us/));
    expect(performance.now() - startMs).toBeLessThan(30_000);
  });

  test("any more", async () => {
    const environment = opened({ keepAliveMs: 200 });
    await environment.execute("true");
    const all = sshd.sessions();
    onTestFinished(() => all.forEach((pid) => process.kill(pid, "SIGKILL")));
    all.forEach((pid) => process.kill(pid, "SIGSTOP"));
    const below = all.flatMap(childrenOf);
    below.forEach((pid) => process.kill(pid, "SIGSTOP"));
    const startMs = performance.now();
    await expect(environment.execute("true")).rejects.toEqual(unreachable(/was lost.*Keepalive timeout/));
    expect(performance.now() - startMs).toBeLessThan(30_000);
    below.forEach((pid) => process.kill(pid, "SIGKILL"));
    expect((await environment.execute("echo new")).output).toBe("new\n");
  });
});

describe("[SSH-7] outputs", () => {
  test("64 MiB, byte by byte, with new keys on the way", async () => {
    const other = await serveSsh(temporaryDirectory(), { config: ["RekeyLimit 16M"] });
    const environment = other.open();
    onTestFinished(async () => {
      await environment.close();
      await other.close();
    });
    const line = `seq 1 9000000 | head -c ${64 * 1024 * 1024}`;
    const hash = createHash("sha256");
    const { stdout, exitCode } = (await environment.executeBytes?.(line)) ?? { stdout: Buffer.alloc(0), exitCode: -1 };
    const expected = execFileSync("sh", ["-c", `${line} | sha256sum`], { encoding: "utf8" }).split(" ")[0];
    expect([exitCode, stdout.length, hash.update(stdout).digest("hex")]).toEqual([0, 64 * 1024 * 1024, expected]);
  });

  test("of which more is dropped than kept: the count is that of the command's own bytes", async () => {
    const { output, exitCode } = await opened().execute(`head -c ${64 * 1024 * 1024 + 10} /dev/zero`);
    expect([output.slice(64 * 1024 * 1024), exitCode]).toEqual([
      "\n[Output cut: 10 of 67108874 bytes dropped, 67108864 are kept]",
      0,
    ]);
  });

  test("that end in what may be the beginning of a mark, when the time is up", async () => {
    const { output } = await opened().execute("printf 'b: bellhop-'; sleep 600", { timeoutMs: 1_500 });
    expect(output).toBe("b: bellhop-\n[Command timed out after 1.5s]");
  });

  test.each([1, 7, 1000])("that come apart, in pieces of %i bytes: the end is told last", (size) => {
    const mark = "bellhop-0123";
    const seen: string[] = [];
    const put = (name: string) => (chunk: Uint8Array) => void seen.push(`${name}:${Buffer.from(chunk).toString()}`);
    const outputs = { stdout: put("out"), stderr: put("err") };
    const ordered = outputsInOrder({ mark, outputs, signal: new AbortController().signal });
    const feed = (take: (chunk: Uint8Array) => void, text: string): void => {
      for (let place = 0; place < text.length; place += size) take(Buffer.from(text.slice(place, place + size)));
    };
    feed(ordered.stderr, `${mark}:began\nwarning\n${mark}:ended:0\n`);
    expect(seen.join("")).not.toContain("ended:0");
    feed(ordered.stdout, `motd\n${mark}:out\nbellhop-${mark}:out`);
    feed(ordered.stdout, "\nbellhop-");
    ordered.end();
    const text = (name: string): string =>
      seen
        .filter((one) => one.startsWith(name))
        .map((one) => one.slice(4))
        .join("");
    expect([text("out"), text("err"), ordered.noise()]).toEqual([
      "bellhop-bellhop-",
      `${mark}:began\nwarning\n${mark}:ended:0\n`,
      "motd\n",
    ]);
  });

  test("of one that has ended before its session is ours are known, with its code", async () => {
    const environment = await atOnce((channel) => {
      channel.write("nothing is run here");
      channel.exit(1);
      channel.end();
    });
    await expect(environment.execute("true")).rejects.toMatchObject({
      trouble: "refused",
      message: expect.stringContaining("nothing is run here") as string,
    });
  });

  test("of one whose session is closed without an ending are those of a lost connection", async () => {
    const environment = await atOnce((channel) => channel.close());
    await expect(environment.execute("true")).rejects.toMatchObject({ trouble: "unreachable" });
  });

  test("of none, when it closes the connection with the answer to the login, and the next call makes another one", async () => {
    let logins = 0;
    const environment = await atOnce(
      (channel) => {
        channel.write("nothing is run here");
        channel.exit(1);
        channel.end();
      },
      (client) => {
        logins += 1;
        if (logins === 1) client.end();
      },
    );
    await expect(environment.execute("true")).rejects.toMatchObject({ trouble: "unreachable" });
    await expect(environment.execute("true")).rejects.toMatchObject({ trouble: "refused" });
    expect(logins).toBe(2);
  });

  /** A machine that answers in the same moment in which it is asked. */
  async function atOnce(
    answer: (channel: ServerChannel) => void,
    letIn: (client: Connection) => void = () => {},
  ): Promise<Environment> {
    const { Server } = (await import("ssh2")).default;
    const hostKeys = [readFileSync(join(sshd.directory, "host_ed25519"))];
    const server = new Server({ hostKeys }, (client) => {
      client.on("error", () => {});
      client.on("authentication", (asked) => asked.accept());
      client.on("ready", () => letIn(client));
      client.on("session", (accept) => accept().on("exec", (take) => answer(take())));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const knownHosts = join(temporaryDirectory(), "known_hosts");
    writeFileSync(knownHosts, readFileSync(sshd.knownHosts, "utf8").replace(`:${sshd.port} `, `:${port} `));
    const spec = parseEnvironment(`ssh://someone@127.0.0.1:${port}?knownHosts=${knownHosts}`) as SshSpec;
    const environment = sshEnvironment(spec, { home: sshd.home, env: {} });
    onTestFinished(async () => {
      await environment.close();
      await new Promise((resolve) => server.close(resolve));
    });
    return environment;
  }

  test("of a login shell that runs nothing are the reason", async () => {
    const text = "This account is currently not available.";
    const other = await serveSsh(temporaryDirectory(), { config: [`ForceCommand echo '${text}'; exit 1`] });
    const environment = other.open();
    onTestFinished(async () => {
      await environment.close();
      await other.close();
    });
    await expect(environment.execute("true")).rejects.toMatchObject({
      trouble: "refused",
      message: expect.stringContaining("This account is currently not available") as string,
    });
  });
});
