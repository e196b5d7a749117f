import { expect, test } from "vitest";
import { OPTION_CHECKS, bytesOf, decoded, encoded, isPlain } from "../../src/core/environment-options.ts";

test("[PLACE-1] amounts of memory are bytes", () => {
  expect(["64m", "2G", "1024", "1k", "5b"].map(bytesOf)).toEqual([67_108_864, 2_147_483_648, 1_024, 1_024, 5]);
  expect(["", "m", "1.5g", "-1", "1t"].map((text) => Number.isNaN(bytesOf(text)))).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
});

test("[PLACE-1] only what would be read as something else is written with percent signs", () => {
  const odd = "/srv/a b?c&d=e%f#g,[h]@i:j$";
  expect([encoded(odd), decoded(encoded(odd))]).toEqual(["/srv/a%20b%3Fc%26d%3De%25f%23g,[h]@i:j$", odd]);
});

test.each<readonly [keyof typeof OPTION_CHECKS, readonly string[], readonly string[]]>([
  [
    "host",
    ["unix:///run/docker.sock", "tcp://h:2375", "https://h"],
    ["/run/docker.sock", "tcp://user:pass@h", "ssh://h"],
  ],
  ["user", ["root", "app:app", "1000:1000"], ["", "a b", "-u", "a:b:c"]],
  ["network", ["none", "host", "container:web"], ["--x", "a b"]],
  ["cpus", ["1", "0.25"], ["0", "-1", "x"]],
  ["pids", ["1", "4096"], ["0", "1.5"]],
  ["identity", ["/k", "~/k"], ["k", "-k"]],
  ["namespace", ["shop", "a.b-1"], ["A", "-a"]],
  ["context", ["kind-kind", "arn:aws:eks/x"], ["", "-a"]],
  ["container", ["app"], ["App", "-a"]],
])("[PLACE-2] the option %s", (name, good, bad) => {
  const { isValid } = OPTION_CHECKS[name];
  expect([good.map(isValid), bad.map(isValid)]).toEqual([good.map(() => true), bad.map(() => false)]);
});

test("[PLACE-2] a value is not empty, and has nothing that a list could not show", () => {
  expect(["a", "ü b", "", "a\nb", "a\u0000", "a\u009b"].map(isPlain)).toEqual([true, true, false, false, false, false]);
});
