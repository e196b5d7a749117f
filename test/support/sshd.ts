import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";

import { sshEnvironment } from "../../src/adapters/environment/ssh.ts";
import type { SshGround } from "../../src/adapters/environment/ssh-settings.ts";
import { parseEnvironment, type SshSpec } from "../../src/core/environment-spec.ts";
import type { Environment } from "../../src/ports/environment.ts";
import { until } from "./until.ts";

const SSHD = ["/usr/sbin/sshd", "/usr/bin/sshd", "/usr/local/sbin/sshd"].find((path) => existsSync(path)) ?? "sshd";

export interface SshdOptions {
  /** Lines of its configuration. */
  readonly config?: readonly string[];
  /** Variables that its sessions get. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A real OpenSSH server on the loopback, with keys of its own, that lets this user in. */
export interface Sshd {
  readonly port: number;
  readonly directory: string;
  /** A home directory with the key that is let in, and the host among the known ones. */
  readonly home: string;
  readonly knownHosts: string;
  readonly user: string;
  /** The name of the place. */
  readonly name: string;
  open(ground?: SshGround): Environment;
  /** Pids of what serves connections now: killing one cuts it. */
  sessions(): readonly number[];
  /** Ends the server and all connections. */
  stop(): Promise<void>;
  start(config?: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export async function serveSsh(directory: string, options: SshdOptions = {}): Promise<Sshd> {
  const home = join(directory, "home");
  const keys = join(home, ".ssh");
  mkdirSync(keys, { recursive: true, mode: 0o700 });
  mkdirSync(join(directory, "tmp"));
  for (const type of ["ed25519", "ecdsa", "rsa"]) generateKey(join(directory, `host_${type}`), type);
  generateKey(join(keys, "id_ed25519"), "ed25519");
  copyFileSync(join(keys, "id_ed25519.pub"), join(directory, "authorized_keys"));
  const port = await freePort();
  const user = userInfo().username;
  const knownHosts = join(keys, "known_hosts");
  writeFileSync(knownHosts, `[127.0.0.1]:${port} ${hostKey(directory, "ed25519")}\n`);
  const name = `ssh://${user}@127.0.0.1:${port}`;
  const server: Server = { directory, port, options };
  let child = await started(server, options.config);
  const sessions = (): readonly number[] => childrenOf(child.pid ?? -1);
  const stop = async (): Promise<void> => {
    const all = sessions().flatMap((pid) => [pid, ...childrenOf(pid)]);
    const closed = new Promise((resolve) => child.once("close", resolve));
    const isRunning = child.exitCode === null && child.signalCode === null;
    child.kill();
    for (const pid of all) end(pid);
    if (isRunning) await closed;
  };
  return {
    port,
    directory,
    home,
    knownHosts,
    user,
    name,
    open: (ground = {}) => sshEnvironment(parseEnvironment(name) as SshSpec, { home, env: {}, ...ground }),
    sessions,
    stop,
    start: async (config = options.config) => {
      child = await started(server, config);
    },
    close: async () => {
      await stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

interface Server {
  readonly directory: string;
  readonly port: number;
  readonly options: SshdOptions;
}

async function started({ directory, port, options }: Server, config: readonly string[] = []): Promise<ChildProcess> {
  const file = join(directory, "sshd_config");
  const run = process.env["BELLHOP_TEST_RUN"] ?? "";
  // A home of its own: login files of whoever runs the tests are not read.
  const variables = { BELLHOP_TEST_RUN: run, HOME: directory, TMPDIR: join(directory, "tmp"), ...options.env };
  const set = Object.entries(variables).map(([name, value]) => `"${name}=${value}"`);
  writeFileSync(
    file,
    [
      ...config,
      `Port ${port}`,
      "ListenAddress 127.0.0.1",
      ...["ed25519", "ecdsa", "rsa"].map((type) => `HostKey ${join(directory, `host_${type}`)}`),
      `AuthorizedKeysFile ${join(directory, "authorized_keys")}`,
      `PidFile ${join(directory, "sshd.pid")}`,
      `SetEnv ${set.join(" ")}`,
      "StrictModes no",
      "UsePAM no",
      "PasswordAuthentication no",
      "KbdInteractiveAuthentication no",
      "PermitRootLogin yes",
      "MaxStartups 100",
      "",
    ].join("\n"),
  );
  // Where it locks itself in before a login; Debian makes it when the service starts.
  if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true, mode: 0o755 });
  const log = join(directory, "sshd.log");
  // A server may be started again: only what this one says counts.
  rmSync(log, { force: true });
  const child = spawn(SSHD, ["-D", "-f", file, "-E", log], { stdio: "ignore" });
  const hasFailed = (): boolean => child.exitCode !== null;
  const isListening = (): boolean => hasFailed() || /Server listening/.test(textIn(log));
  await until(isListening, { what: "sshd to listen" });
  if (hasFailed()) throw new Error(`sshd has ended: ${readFileSync(log, "utf8")}`);
  return child;
}

function textIn(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

export function generateKey(path: string, type: string, passphrase = ""): void {
  rmSync(path, { force: true });
  const size = type === "rsa" ? ["-b", "2048"] : [];
  execFileSync("ssh-keygen", ["-q", "-t", type, ...size, "-N", passphrase, "-C", "test", "-f", path], {
    stdio: "ignore",
  });
}

/** Type and key, as a line of known hosts has them. */
export function hostKey(directory: string, type: string): string {
  return readFileSync(join(directory, `host_${type}.pub`), "utf8")
    .split(" ")
    .slice(0, 2)
    .join(" ");
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

export function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8");
        return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === parent;
      } catch {
        return false;
      }
    })
    .map(Number);
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}
