import { expect, test } from "vitest";
import { isBellhopError } from "../../../src/core/errors.ts";
import { parsePatterns } from "../../../src/core/watch/pattern.ts";

test.each<readonly [source: string, hints: readonly string[] | null, expression: string | null]>([
  ["ERROR", ["ERROR"], null],
  ["/", ["/"], null],
  ["//", ["//"], null],
  ["/usr/lib", ["/usr/lib"], null],
  ["/ab\\d/", ["ab"], "ab\\d"],
  ["/ab/i", null, "ab"],
  ["/a\\/b/", ["a/b"], "a\\/b"],
  ["/(?<name>a)/", null, "(?P<name>a)"],
])("[WATCH-15] %s", (source, hints, expression) => {
  const [pattern] = parsePatterns([source]);
  expect([
    pattern?.source,
    pattern?.hints?.map((hint) => hint.toString()) ?? null,
    pattern?.expression?.pattern() ?? null,
  ]).toEqual([source, hints, expression]);
});

test.each<readonly [what: string, patterns: unknown, message: RegExp]>([
  ["an open bracket", ["ok", "/a(b/"], /^The pattern "\/a\(b\/" is no regular expression .*missing closing \)/],
  ["a look-ahead, which is not linear", ["/a(?=b)/"], /linear time \(RE2\)/],
  ["a back reference", ["/(a)\\1/"], /invalid escape sequence/],
  ["too many repeats", ["/(a{100}){30}/"], /repeat|steps/],
  ["too many steps", ["/(ab?c?d?e?){200}/"], /unfolds to \d+ steps, and at most 500 are taken/],
  ["nothing", [""], /is empty. To be told of any output, watch for \/\.\//],
  ["a line break", ["a\nb"], /has a line break/],
  ["too long", ["x".repeat(1_001)], /is 1001 characters long, and at most 1000 are taken/],
  ["no text", [7], /A pattern is a text; got number/],
  ["no list", "ERROR", /are not a list/],
  ["too many", Array.from({ length: 33 }, String), /There are 33 patterns, and at most 32/],
])("[WATCH-15] a flawed pattern is named with its flaw: %s", (_, patterns, message) => {
  try {
    parsePatterns(patterns as string[]);
  } catch (error) {
    expect([isBellhopError(error) && error.code, (error as Error).message]).toEqual([
      "invalid_argument",
      expect.stringMatching(message) as string,
    ]);
    return;
  }
  expect.unreachable();
});
