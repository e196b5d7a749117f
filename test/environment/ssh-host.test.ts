import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";

import type { SshGround } from "../../src/adapters/environment/ssh-settings.ts";
import { sshEnvironment } from "../../src/adapters/environment/ssh.ts";
import { parseEnvironment, type SshSpec } from "../../src/core/environment-spec.ts";
import type { EnvironmentError, Executed } from "../../src/ports/environment.ts";
import { generateKey, hostKey, serveSsh, type Sshd } from "../support/sshd.ts";
import { temporaryDirectory } from "../support/temp.ts";

let sshd: Sshd;
let known = "";
beforeAll(async () => {
  sshd = await serveSsh(mkdtempSync(join(tmpdir(), "bellhop-")));
  known = readFileSync(sshd.knownHosts, "utf8");
});
afterAll(async () => sshd.close());
beforeEach(() => writeFileSync(sshd.knownHosts, known));

/** Runs `echo in`, with another name or ground; what it says, or the error. */
async function tried(name = sshd.name, ground: SshGround = {}): Promise<Executed | EnvironmentError> {
  const environment = sshEnvironment(parseEnvironment(name) as SshSpec, { home: sshd.home, env: {}, ...ground });
  onTestFinished(() => environment.close());
  return environment.execute("echo in").catch((error: unknown) => error as EnvironmentError);
}

const IN = { output: "in\n", exitCode: 0 };
const refused = (text: string | RegExp): unknown =>
  expect.objectContaining({ trouble: "refused", message: expect.stringMatching(text) as string });

describe("[SSH-2] the key of a host", () => {
  const place = (): string => `[127.0.0.1]:${sshd.port}`;
  const other = (): string => {
    const path = join(temporaryDirectory(), "other");
    generateKey(path, "ed25519");
    return readFileSync(`${path}.pub`, "utf8").split(" ").slice(0, 2).join(" ");
  };
  const shown = (): string =>
    execFileSync("ssh-keygen", ["-lf", join(sshd.directory, "host_ed25519.pub")], { encoding: "utf8" }).split(" ")[1] ??
    "";

  test.each(["ed25519", "ecdsa", "rsa"])("known by its %s key", async (type) => {
    writeFileSync(sshd.knownHosts, `${place()} ${hostKey(sshd.directory, type)}\n`);
    expect(await tried()).toEqual(IN);
  });

  test("known by a hashed line, by one without the port, and in a file of its own", async () => {
    execFileSync("ssh-keygen", ["-H", "-f", sshd.knownHosts], { stdio: "ignore" });
    expect(await tried()).toEqual(IN);
    writeFileSync(sshd.knownHosts, `127.0.0.1 ${hostKey(sshd.directory, "ed25519")}\n`);
    expect(await tried()).toEqual(IN);
    const file = join(temporaryDirectory(), "known");
    writeFileSync(file, known);
    writeFileSync(sshd.knownHosts, "");
    expect(await tried(`${sshd.name}?knownHosts=${file}`)).toEqual(IN);
  });

  test("not known: the fingerprint, and what to do", async () => {
    writeFileSync(sshd.knownHosts, `other.example ${hostKey(sshd.directory, "ed25519")}\n`);
    const error = await tried();
    expect(error).toEqual(refused(/is not a known host.*SHA256:.*ssh -o UserKnownHostsFile=/));
    expect((error as EnvironmentError).message).toContain(shown());
  });

  test("changed: loudly, with both fingerprints", async () => {
    writeFileSync(sshd.knownHosts, `# first\n${place()} ${other()}\n`);
    const error = await tried();
    expect(error).toEqual(refused(/HAS CHANGED.*known_hosts, line 2, has SHA256:/));
    expect((error as EnvironmentError).message).toContain(shown());
  });

  test("of a type that the host has no key of: another key is a changed one", async () => {
    const path = join(temporaryDirectory(), "other");
    generateKey(path, "ecdsa");
    writeFileSync(sshd.knownHosts, `${place()} ${readFileSync(`${path}.pub`, "utf8")}`);
    expect(await tried()).toEqual(refused(/HAS CHANGED/));
  });

  test("one of several fits", async () => {
    writeFileSync(sshd.knownHosts, `${place()} ${other()}\n${known}`);
    expect(await tried()).toEqual(IN);
  });

  test("revoked, though it is known, too", async () => {
    writeFileSync(sshd.knownHosts, `${known}@revoked * ${hostKey(sshd.directory, "ed25519")}\n`);
    expect(await tried()).toEqual(refused(/IS REVOKED in .*known_hosts, line 2/));
  });
});

describe("[SSH-3] who is let in", () => {
  const keyFile = (passphrase = ""): string => {
    const path = join(temporaryDirectory(), "key");
    generateKey(path, "ed25519", passphrase);
    return path;
  };

  test("a key that is not let in: what was shown, and what to do", async () => {
    expect(await tried(`${sshd.name}?identity=${keyFile()}`)).toEqual(
      refused(/does not let \S+ in\. Shown: .*key; no agent.*authorized_keys/),
    );
  });

  test("a key that does not exist, or is none", async () => {
    expect(await tried(`${sshd.name}?identity=/no/such/key`)).toEqual(refused(/\/no\/such\/key .* does not exist/));
    expect(await tried(`${sshd.name}?identity=${sshd.knownHosts}`)).toEqual(refused(/is not a private key/));
  });

  test("a key with a passphrase goes only through an agent", async () => {
    expect(await tried(`${sshd.name}?identity=${keyFile("secret words")}`)).toEqual(
      refused(/protected by a passphrase.*ssh-add/),
    );
  });

  test("the keys of an agent, also when there is no file", async () => {
    const socket = join(temporaryDirectory(), "agent");
    const agent = spawn("ssh-agent", ["-D", "-a", socket], { stdio: ["ignore", "pipe", "ignore"] });
    onTestFinished(() => new Promise<void>((resolve) => void agent.once("close", () => resolve()).kill()));
    await new Promise((resolve) => agent.stdout.once("data", resolve));
    const env = { SSH_AUTH_SOCK: socket };
    execFileSync("ssh-add", ["-q", join(sshd.home, ".ssh", "id_ed25519")], {
      env: { ...process.env, ...env },
      stdio: "ignore",
    });
    const ground = { env, home: temporaryDirectory() };
    expect(await tried(`${sshd.name}?knownHosts=${sshd.knownHosts}`, ground)).toEqual(IN);
  });

  test("an agent that is not there does not keep the files from being tried", async () => {
    const env = { SSH_AUTH_SOCK: "/no/such/agent" };
    expect(await tried(sshd.name, { env })).toEqual(IN);
    expect(await tried(`${sshd.name}?identity=${keyFile()}`, { env })).toEqual(
      refused(/The agent said: Failed to connect/),
    );
  });

  test("more keys than the machine looks at", async () => {
    const strict = await serveSsh(temporaryDirectory(), { config: ["MaxAuthTries 1"] });
    onTestFinished(() => strict.close());
    const name = `${strict.name}?identity=${keyFile()}&knownHosts=${strict.knownHosts}`;
    expect(await tried(name)).toEqual(refused(/does not let/));
  });

  test("another user", async () => {
    expect(await tried(sshd.name.replace(`${sshd.user}@`, "nobody-here@"))).toEqual(
      refused(/does not let nobody-here in/),
    );
  });
});
