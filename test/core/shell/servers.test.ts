import { expect, test } from "vitest";
import { isServer } from "../../../src/core/shell/servers.ts";

test.each([
  [["npm", "start"], true],
  [["/usr/bin/npm", "run", "dev:web"], true],
  [["npm", null], false],
  [["npm", "--", "start"], false],
  [["bun", "x", "vite"], true],
  [["npx"], false],
  [["python", "-m"], false],
  [["docker", "--context", "x", "compose", "up"], true],
  [["docker"], false],
  [[null, "start"], false],
  [[], false],
] as const)("[GUARD-1] %j is a server: %j", (words, is) => {
  expect(isServer(words)).toBe(is);
});
