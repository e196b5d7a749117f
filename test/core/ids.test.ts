import { describe, expect, test } from "vitest";
import { BellhopError } from "../../src/core/errors.ts";
import { isProcessId, isValidName, processIdFrom, resolveId } from "../../src/core/ids.ts";
import type { Resolution } from "../../src/core/ids.ts";

const one = (id: string, name = "", running = true) => ({ id, name, running });
const found = (id: string): Resolution => ({ kind: "found", id });
const NOT_FOUND: Resolution = { kind: "not_found" };

const A = one("proc_4dae56ca81f6");
const B = one("proc_4dae99999999");
const ENDED = one("proc_9bee77aa0011", "", false);

describe("resolveId", () => {
  test.each([
    ["ID-3", "a unique prefix", "proc_4dae5", [A, ENDED], found(A.id)],
    ["ID-3", "without proc_", "4dae56", [A, ENDED], found(A.id)],
    ["ID-3", "with blanks around it", "  4dae56\n", [A, ENDED], found(A.id)],
    ["ID-3", "of an ended one", "proc_9bee", [A, ENDED], found(ENDED.id)],
    ["ID-3", "three characters are too few", "proc_4da", [A], NOT_FOUND],
    ["ID-3", "three characters without proc_", "4da", [A], NOT_FOUND],
    ["ID-3", "nothing but proc_", "proc_", [A], NOT_FOUND],
    ["ID-3", "an empty text", "", [A], NOT_FOUND],
    ["ID-3", "no match", "proc_ffff", [A], NOT_FOUND],
    ["ID-3", "not from the middle", "ca81f6", [A], NOT_FOUND],
    ["ID-4", "two processes", "proc_4dae", [A, B, ENDED], { kind: "ambiguous", ids: [A.id, B.id] }],
    ["ID-4", "the same one twice", "4dae", [A, A], found(A.id)],
    ["ID-2", "an exact id, which begins another", "proc_4dae", [one("proc_4dae"), A], found("proc_4dae")],
    ["ID-2", "an exact id before a name", A.id, [one(B.id, A.id), A], found(A.id)],
    ["ID-2", "a name before a prefix", "4dae", [A, one(ENDED.id, "4dae")], found(ENDED.id)],
    ["ID-2", "a name of few letters", "web", [A, one(B.id, "web")], found(B.id)],
    ["ID-5", "a running one before a newer ended one", "web", [one(A.id, "web", false), one(B.id, "web")], found(B.id)],
    ["ID-5", "the newest ended one", "web", [one(B.id, "web", false), one(A.id, "web", false)], found(B.id)],
    ["ID-5", "no name is no match", "", [one(A.id, "")], NOT_FOUND],
  ] as const)("[%s] %s", (_, __, query, candidates, expected) => {
    expect(resolveId(query, candidates)).toEqual(expected);
  });
});

test("[ID-1] an id is made from random digits", () => {
  expect(processIdFrom("4DAE56ca81f6ffff")).toBe("proc_4dae56ca81f6");
  expect(() => processIdFrom("4dae56ca81f")).toThrow(BellhopError);
  expect(() => processIdFrom("../../etc/pas")).toThrow("bytesHex must be 12 hex digits or more");
});

test.each([
  ["proc_4dae56ca81f6", true],
  ["proc_4dae56ca81f", false],
  ["proc_4dae56ca81f6a", false],
  ["proc_4DAE56CA81F6", false],
  ["proc_4dae56ca81f6\n", false],
  ["proc_/../../../etc", false],
])("[ID-1] %j is an id: %s", (text, expected) => {
  expect(isProcessId(text)).toBe(expected);
});

test.each([
  ["web", true],
  ["dev-server_2.1", true],
  ["4dae", true],
  ["a".repeat(64), true],
  ["a".repeat(65), false],
  ["", false],
  ["two words", false],
  ["line\n", false],
  ["-rf", false],
  ["..", false],
  ["a/b", false],
  ["näme", false],
  ["proc_web", false],
  ["4dae56ca81f6", false],
])("[ID-6] %j is a name: %s", (name, expected) => {
  expect(isValidName(name)).toBe(expected);
});
