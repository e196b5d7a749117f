import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, openSync, closeSync, readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";

import { sshEnvironment } from "../../dist/adapters/environment/ssh.js";
import { parseEnvironment } from "../../dist/core/environment-spec.js";
import { childrenOf, cpuMsOfStats } from "./processes.mjs";
import { freePort, pathOf, startServer, textIn } from "./servers.mjs";

/** Why there can be no server; null: there can. */
export function sshHindrance() {
  const missing = ["sshd", "ssh", "ssh-keygen"].find((name) => pathOf(name) === null);
  return missing === undefined ? null : `${missing} is not installed`;
}

/** Runs `action` with an OpenSSH server on the loopback that lets this user in. */
export async function withSshd(root, action) {
  const directory = mkdtempSync(join(root, "sshd-"));
  const keys = join(directory, "home", ".ssh");
  mkdirSync(keys, { recursive: true, mode: 0o700 });
  mkdirSync(join(directory, "tmp"));
  const port = await freePort();
  makeKeys(directory, { keys, port });
  if (process.getuid() === 0) mkdirSync("/run/sshd", { recursive: true, mode: 0o755 });
  writeFileSync(join(directory, "sshd_config"), configuration(directory, port));
  const log = join(directory, "log");
  const server = await startServer([pathOf("sshd"), "-D", "-e", "-f", join(directory, "sshd_config")], {
    log,
    isReady: () => textIn(log).includes("Server listening"),
  });
  try {
    return await action(placeOf({ directory, keys, port, pid: server.pid }));
  } finally {
    await server.end();
  }
}

function makeKeys(directory, { keys, port }) {
  for (const file of [join(directory, "host_ed25519"), join(keys, "id_ed25519")])
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", file], { stdio: "ignore" });
  copyFileSync(join(keys, "id_ed25519.pub"), join(directory, "authorized_keys"));
  const [type, key] = readFileSync(join(directory, "host_ed25519.pub"), "utf8").split(" ");
  writeFileSync(join(keys, "known_hosts"), `[127.0.0.1]:${port} ${type} ${key}\n`);
}

function configuration(directory, port) {
  return [
    `Port ${port}`,
    "ListenAddress 127.0.0.1",
    `HostKey ${join(directory, "host_ed25519")}`,
    `AuthorizedKeysFile ${join(directory, "authorized_keys")}`,
    `PidFile ${join(directory, "pid")}`,
    // A home of its own: the login files of whoever measures are not in the figures.
    `SetEnv "HOME=${directory}" "TMPDIR=${join(directory, "tmp")}"`,
    "StrictModes no",
    "UsePAM no",
    "PasswordAuthentication no",
    "KbdInteractiveAuthentication no",
    "PermitRootLogin yes",
    "MaxStartups 100",
    "",
  ].join("\n");
}

function placeOf({ directory, keys, port, pid }) {
  const user = userInfo().username;
  const name = `ssh://${user}@127.0.0.1:${port}`;
  const known = [`UserKnownHostsFile=${join(keys, "known_hosts")}`, `IdentityFile=${join(keys, "id_ed25519")}`];
  const words = [...known, "IdentitiesOnly=yes", "BatchMode=yes"].flatMap((option) => ["-o", option]);
  const target = [...words, "-F", "none", "-p", String(port), `${user}@127.0.0.1`];
  const kept = [
    "-o",
    "ControlMaster=auto",
    "-o",
    "ControlPersist=60",
    "-o",
    `ControlPath=${join(directory, "master")}`,
  ];
  return {
    called: "SSH",
    baseline: "ssh HOST",
    open: () => sshEnvironment(parseEnvironment(name), { home: join(directory, "home"), env: {} }),
    /** Runs a command as one does with the client of OpenSSH; resolves with what it printed. */
    once: (command) => ran(["ssh", ...target, command]),
    /** The same over a connection that is kept. */
    onceKept: (command) => ran(["ssh", ...kept, ...target, command]),
    intoFile: (command, file) => ran(["ssh", ...target, command], file),
    endKept: () => ran(["ssh", ...kept, "-O", "exit", ...target]).catch(() => undefined),
    /** Milliseconds of CPU that the server and all that it ran have used. */
    cpuMs: () =>
      cpuMsOfStats(
        descendants(pid)
          .map((one) => textIn(`/proc/${one}/stat`))
          .join(""),
      ),
  };
}

/** At its exit, or rejects. With `file`: what it prints goes there. */
async function ran([program, ...words], file = null) {
  const output = file === null ? "pipe" : openSync(file, "w");
  const child = spawn(program, words, { stdio: ["ignore", output, "ignore"] });
  if (file !== null) closeSync(output);
  let said = "";
  child.stdout?.on("data", (chunk) => (said += chunk));
  const closed = child.stdout === null ? null : once(child.stdout, "close");
  const [code] = await once(child, "exit");
  const atMs = performance.now();
  await closed;
  if (code !== 0) throw new Error(`${program} ended with ${code}.`);
  return { said, atMs };
}

function descendants(pid) {
  return [pid, ...childrenOf(pid).flatMap(descendants)];
}
