import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { parseSshConfig } from "../../src/adapters/environment/ssh-config.ts";
import { fingerprint, keysOf, knownName } from "../../src/adapters/environment/ssh-known-hosts.ts";
import { loginShellLine } from "../../src/adapters/environment/ssh-line.ts";
import { sshSettings } from "../../src/adapters/environment/ssh-settings.ts";
import { parseEnvironment, type SshSpec } from "../../src/core/environment-spec.ts";
import { generateKey } from "../support/sshd.ts";
import { temporaryDirectory } from "../support/temp.ts";

describe("[SSH-2] a file of known hosts", () => {
  const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl";
  const text = [
    "# a comment",
    "",
    `build.example,192.0.2.7 ${key} with a comment`,
    `[build.example]:2222 ${key}`,
    `*.internal,!old.internal ${key}`,
    `@revoked build.example ${key}`,
    `@cert-authority * ${key}`,
    `build.example ssh-rsa ${key.split(" ")[1]}`,
    "build.example ssh-ed25519 not!base64",
    "half a line",
  ].join("\n");

  test.each([
    ["build.example", 22, [3, 6]],
    ["BUILD.example", 22, [3, 6]],
    ["192.0.2.7", 22, [3]],
    ["build.example", 2222, [4]],
    ["new.internal", 22, [5]],
    ["old.internal", 22, []],
    ["other.example", 22, []],
  ])("%s, port %i: lines %j", (host, port, lines) => {
    expect(keysOf(knownName(host, port), "file", text).map(({ line }) => line)).toEqual(lines);
  });

  test("hashed by ssh-keygen, also with a port", () => {
    const directory = temporaryDirectory();
    const file = join(directory, "known");
    writeFileSync(file, `build.example ${key}\n[build.example]:2222 ${key}\n`);
    execFileSync("ssh-keygen", ["-H", "-f", file], { stdio: "ignore" });
    const hashed = readFileSync(file, "utf8");
    expect(hashed).not.toContain("build");
    const lines = [22, 2222, 23].map((port) =>
      keysOf(knownName("build.example", port), file, hashed).map(({ line }) => line),
    );
    expect(lines).toEqual([[1], [2], []]);
  });

  test("has the fingerprints of ssh-keygen", () => {
    const path = join(temporaryDirectory(), "key");
    generateKey(path, "ed25519");
    const shown = execFileSync("ssh-keygen", ["-lf", path], { encoding: "utf8" }).split(" ")[1];
    const encoded = readFileSync(`${path}.pub`, "utf8").split(" ")[1] ?? "";
    expect(fingerprint(Buffer.from(encoded, "base64"))).toBe(shown);
  });
});

describe("[SSH-8] ~/.ssh/config", () => {
  const config = [
    "# for all: the first value counts",
    "Host build",
    "  HostName=%h.example.com",
    "  User deploy # not root",
    '  IdentityFile "~/.ssh/my key"',
    "  IdentityFile %d/.ssh/%r-%h",
    "Host b* !bastion",
    "  Port 2222",
    "  User other",
    "  UserKnownHostsFile ~/.ssh/a ~/.ssh/b",
    "Match host build",
    "  Port 1",
    "Host far",
    "  ProxyJump bastion",
    "Host near",
    "  ProxyJump none",
  ].join("\n");

  test.each([
    ["build", ["%h.example.com", "deploy", 2222, null]],
    ["bastion", [undefined, undefined, undefined, null]],
    ["far", [undefined, undefined, undefined, "ProxyJump"]],
    ["near", [undefined, undefined, undefined, null]],
  ])("%s", (host, expected) => {
    const { hostName, user, port, detour } = parseSshConfig(config, host);
    expect([hostName, user, port, detour]).toEqual(expected);
  });

  const home = (): string => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, ".ssh"));
    writeFileSync(join(directory, ".ssh", "config"), config);
    return directory;
  };
  const spec = (name: string): SshSpec => parseEnvironment(name) as SshSpec;

  test("fills what the name does not say", async () => {
    const directory = home();
    const settings = await sshSettings(spec("ssh://build"), { home: directory, env: {} });
    expect(settings).toMatchObject({
      name: "ssh://build:22",
      host: "build.example.com",
      port: 2222,
      user: "deploy",
      identities: [join(directory, ".ssh/my key"), join(directory, ".ssh/deploy-build.example.com")],
      knownHosts: [
        join(directory, ".ssh/a"),
        join(directory, ".ssh/b"),
        "/etc/ssh/ssh_known_hosts",
        "/etc/ssh/ssh_known_hosts2",
      ],
      agent: undefined,
    });
  });

  test("does not overrule the name", async () => {
    const name = "ssh://me@build:2200?identity=/key&knownHosts=/known";
    expect(await sshSettings(spec(name), { home: home(), env: { SSH_AUTH_SOCK: "/agent" } })).toMatchObject({
      port: 2200,
      user: "me",
      identities: ["/key"],
      knownHosts: ["/known"],
      agent: "/agent",
    });
  });

  test("refuses a detour", async () => {
    await expect(sshSettings(spec("ssh://far"), { home: home() })).rejects.toMatchObject({
      trouble: "unusable",
      message: expect.stringContaining("ProxyJump") as string,
    });
  });
});

describe("[SSH-1] the line for a login shell", () => {
  const words = [
    "sh",
    "-c",
    `printf '%s\\n' "$@"`,
    "sh",
    "it's",
    "a\\b",
    "wow!1",
    "zwei\nZeilen\n",
    "grün",
    '$HOME `id` "*"',
    "",
  ];

  test.each(["sh", "bash", "dash", "busybox sh", "fish", "tcsh"])("%s", (shell) => {
    const [program = "", ...before] = shell.split(" ");
    const printed = execFileSync(program, [...before, "-c", loginShellLine("ssh://x:22", words)], { encoding: "utf8" });
    expect(printed).toBe(
      words
        .slice(4)
        .map((word) => `${word}\n`)
        .join(""),
    );
  });

  test.each([
    ["a zero byte", "a\0b"],
    ["more than a shell takes", "x".repeat(200_000)],
  ])("refuses %s", (_what, word) => {
    expect(() => loginShellLine("ssh://x:22", [word])).toThrow(/^A command for ssh:\/\/x:22 /);
  });
});
