import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type EnvironmentSpec, isOwnName, parseEnvironment } from "../../src/core/environment-spec.ts";

/** As written, and what it means. */
const MEANS: readonly (readonly [string, EnvironmentSpec])[] = [
  ["host", { kind: "host", name: "host" }],
  ["docker:web_1", { kind: "container", engine: "docker", container: "web_1", name: "docker:web_1" }],
  [
    "podman:web?user=app&host=unix:///run/p.sock",
    {
      kind: "container",
      engine: "podman",
      container: "web",
      name: "podman:web?host=unix:///run/p.sock&user=app",
      host: "unix:///run/p.sock",
      user: "app",
    },
  ],
  [
    "docker-image:ghcr.io/o/n:1.2@sha256:00ff?memory=512m&network=none&cpus=1.5&pids=64",
    {
      kind: "image",
      engine: "docker",
      image: "ghcr.io/o/n:1.2@sha256:00ff",
      name: "docker-image:ghcr.io/o/n:1.2@sha256:00ff?cpus=1.5&memory=512m&network=none&pids=64",
      memoryBytes: 536_870_912,
      network: "none",
      cpus: 1.5,
      pids: 64,
    },
  ],
  ["podman-image:alpine", { kind: "image", engine: "podman", image: "alpine", name: "podman-image:alpine" }],
  ["ssh://Build.Example", { kind: "ssh", host: "build.example", port: 22, name: "ssh://build.example:22" }],
  [
    "ssh://ci@10.0.0.7:2222/?knownHosts=/etc/hosts%20known&identity=~/.ssh/ci",
    {
      kind: "ssh",
      user: "ci",
      host: "10.0.0.7",
      port: 2222,
      identity: "~/.ssh/ci",
      knownHosts: "/etc/hosts known",
      name: "ssh://ci@10.0.0.7:2222?identity=~/.ssh/ci&knownHosts=/etc/hosts%20known",
    },
  ],
  ["ssh://me@[::1]:2200", { kind: "ssh", user: "me", host: "::1", port: 2200, name: "ssh://me@[::1]:2200" }],
  [
    "exec:kubectl:pod/web-0?namespace=shop",
    {
      kind: "exec",
      preset: "kubectl",
      target: "pod/web-0",
      options: { namespace: "shop" },
      name: "exec:kubectl:pod/web-0?namespace=shop",
    },
  ],
  [
    "exec:chroot:/srv/my root",
    { kind: "exec", preset: "chroot", target: "/srv/my root", options: {}, name: "exec:chroot:/srv/my%20root" },
  ],
  [
    "exec:apptainer:instance://sim",
    {
      kind: "exec",
      preset: "apptainer",
      target: "instance://sim",
      options: {},
      name: "exec:apptainer:instance://sim",
    },
  ],
  ["modal:sb-abcDEF12", { kind: "modal", sandbox: "sb-abcDEF12", name: "modal:sb-abcDEF12" }],
  ["modal:my-app/worker.1", { kind: "modal", sandbox: "my-app/worker.1", name: "modal:my-app/worker.1" }],
  ["daytona:box-1", { kind: "daytona", sandbox: "box-1", name: "daytona:box-1" }],
  ["e2b:i2x9-ab", { kind: "e2b", sandbox: "i2x9-ab", name: "e2b:i2x9-ab" }],
];

describe("[PLACE-1] one place, one name", () => {
  test.each(MEANS)("%s", (text, spec) => {
    expect(parseEnvironment(text)).toEqual(spec);
    expect(parseEnvironment(spec.name)).toEqual(spec);
  });

  test("a name that the user has given stands for the place itself", () => {
    const named = { builder: "ssh://CI@Build", here: "host" };
    expect([parseEnvironment("builder", named).name, parseEnvironment("here", named)]).toEqual([
      "ssh://CI@build:22",
      { kind: "host", name: "host" },
    ]);
  });

  test("names that the user may give cannot be taken for anything else", () => {
    expect(["builder", "b.1_2-3", "host", "docker:x", "-x", "", "a b"].map(isOwnName)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

/** What is refused, and a part of the sentence. */
const REFUSED: readonly (readonly [string, string])[] = [
  ["", "There is no environment"],
  ["docker", "There is no environment"],
  ["builder", "the configuration names none"],
  ["toString", "There is no environment"],
  ["constructor:x", "There is no environment"],
  ["lxc:web", 'There is no environment "lxc"'],
  ["docker:", "docker:NAME"],
  ["docker:a b", "docker:NAME"],
  ["docker:web?size=2", "has no option"],
  ["docker:web?user=a&user=b", "twice"],
  ["docker:web?user", "must be a user"],
  ["docker:web?a?b", 'more than one "?"'],
  ["docker:web?user=%zz", "written as %25"],
  ["docker-image:debian?memory=lots", "amount of memory"],
  ["docker-image:debian?memory=0", "amount of memory"],
  ["docker-image:debian?cpus=0", "above 0"],
  ["docker-image:debian?pids=1.5", "1 or more"],
  ["ssh:host", "ssh://user@host:port"],
  ["ssh://", "ssh://user@host:port"],
  ["ssh://host:0", "ssh://user@host:port"],
  ["ssh://host:70000", "ssh://user@host:port"],
  ["ssh://host/path", "ssh://user@host:port"],
  ["ssh://host?identity=key", "beginning with /"],
  ["exec:kubectl", "exec:PRESET:TARGET"],
  ["exec:rsh:host", "kubectl"],
  ["exec:nsenter:0", "pid of a process"],
  ["exec:chroot:relative", "begins with /"],
  ["exec:bwrap:/?user=me", "no option"],
  ["modal:worker", "sb-ID or APP/NAME"],
  ["daytona:a/b", "name of a sandbox"],
  ["e2b:", "id of a sandbox"],
  [`docker:${"a".repeat(1_100)}`, "at most 1024 characters"],
];

test.each(REFUSED)("[PLACE-2] %s is refused", (text, part) => {
  expect(() => parseEnvironment(text)).toThrow(
    expect.objectContaining({ code: "invalid_argument", message: expect.stringContaining(part) as string }),
  );
});

test("[PLACE-2] a name that nobody has given is refused with those that somebody has", () => {
  expect(() => parseEnvironment("biulder", { builder: "docker:b" })).toThrow(/names: builder\.$/);
});

test.each([
  "ssh://ci:hunter2@build",
  "ssh://build?password=hunter2",
  "docker:web?token=hunter2",
  "e2b:x?apiKey=hunter2",
])("[PLACE-3] %s is refused without a word of the secret", (text) => {
  const said = sentenceOf(text);
  expect([/holds no (?:secrets|password)/.test(said), said.includes("hunter2")]).toEqual([true, false]);
});

test.each([
  "docker:-it",
  "docker-image:--privileged",
  "ssh://-oProxyCommand=x@host",
  "ssh://-oProxyCommand=x",
  "exec:kubectl:--kubeconfig=x",
  "exec:kubectl:%2D-x",
  "exec:wsl:-x",
  "exec:docker:web?user=-x",
  "exec:nsenter:-1",
  "exec:chroot:-/",
  "modal:-x",
  "daytona:-x",
  "e2b:-x",
  "docker:web?host=-x",
  "exec:chroot:/a%00b",
  "exec:chroot:/a%0Ab",
])("[PLACE-4] %s is refused", (text) => {
  expect(sentenceOf(text)).toMatch(/\.$/);
});

test("[PLACE-2] whatever is given, it is a place or one sentence, and never much longer than what was asked", () => {
  const kinds = fc.constantFrom("docker:", "docker-image:", "ssh://", "exec:kubectl:", "exec:chroot:/", "modal:", "");
  fc.assert(
    fc.property(kinds, fc.string({ unit: "binary" }), (kind, rest) => {
      const said = sentenceOf(kind + rest);
      if (said === "")
        expect(parseEnvironment(parseEnvironment(kind + rest).name)).toEqual(parseEnvironment(kind + rest));
      else expect([said.endsWith("."), said.length < 700]).toEqual([true, true]);
    }),
    { numRuns: 3_000 },
  );
});

/** Why it is refused; empty when it is not. */
function sentenceOf(text: string): string {
  try {
    parseEnvironment(text);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}
