import { expect, test } from "vitest";
import { judgeCommand } from "../../../src/core/shell/allow.ts";
import { commandPattern, isSystemProgram, possiblyMatches, surelyMatches } from "../../../src/core/shell/pattern.ts";

test.each([
  ["git status", "git status", true, true],
  ["git status", "git status -s", false, true],
  ["git *", "git", true, true],
  ["npm run test*", "npm run test:unit", true, true],
  ["npm run *:unit", "npm run test:unit", true, true],
  ["npm run t*t:*t", "npm run test:unit", true, true],
  ["npm run a*a", "npm run a", false, false],
  ["* --force", "git push --force", true, true],
  ["*", "ls", true, true],
  ["GIT", "git", false, false],
])("[ALLOW-1] pattern %j and %j: allows %j, denies %j", (pattern, command, allows, denies) => {
  expect([
    judgeCommand(command, { allow: [pattern] }).allowed,
    !judgeCommand(command, { deny: [pattern] }).allowed,
  ]).toEqual([allows, denies]);
});

test.each([
  ["git *", ["git", null], true, true],
  ["git push", ["git", null], false, true],
  ["git push", ["git", "push", null], false, true],
  ["git * push", ["git", null, "push"], true, true],
  ["git push x", ["git", null, "x"], false, true],
  ["git push x", ["git", null, "y"], false, false],
  ["git", [null], false, true],
  ["a b", ["a", "b", "c"], false, false],
] as const)("[ALLOW-2] pattern %j and %j: surely %j, possibly %j", (pattern, words, surely, possibly) => {
  const parts = commandPattern(pattern);
  expect([surelyMatches(parts, words), possiblyMatches(parts, words)]).toEqual([surely, possibly]);
});

test("[ALLOW-2] a program of the system is one by its place", () => {
  expect(["git", "/usr/bin/git", "/bin/../tmp/git", "./git", "/tmp/git", "~/git"].map(isSystemProgram)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
