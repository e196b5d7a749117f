import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { BellhopError } from "../../src/core/errors.ts";
import {
  checkCondition,
  formatCondition,
  parseCondition,
  parseConditions,
  type WaitCondition,
} from "../../src/core/wait-condition.ts";

const FORMS = "exit, ready, input, event, pattern:TEXT, port:NUMBER, idle:SECONDS or bytes:COUNT";

describe("[WAIT-1] a condition as text", () => {
  test.each<[text: string, condition: WaitCondition]>([
    ["exit", { kind: "exit" }],
    [" ready ", { kind: "ready" }],
    ["input", { kind: "input" }],
    ["event", { kind: "event" }],
    ["pattern:listening on :3000, now ", { kind: "pattern", pattern: "listening on :3000, now " }],
    ["pattern: x", { kind: "pattern", pattern: " x" }],
    ["pattern:/err(or)?/i", { kind: "pattern", pattern: "/err(or)?/i" }],
    ["port:3000", { kind: "port", port: 3000 }],
    ["idle:0.5", { kind: "idle", seconds: 0.5 }],
    ["bytes:1", { kind: "bytes", bytes: 1 }],
  ])("%j", (text, condition) => {
    expect(parseCondition(text)).toEqual(condition);
  });

  test.each<[text: string, expected: string]>([
    ["", FORMS],
    ["done", FORMS],
    ["exit:3", FORMS],
    ["Pattern:x", FORMS],
    ["pattern", "pattern: with a text of 1 to 1000 characters behind it, or with /REGEX/"],
    ["pattern:", "pattern: with a text of 1 to 1000 characters behind it, or with /REGEX/"],
    ["port", "port: with a whole number from 1 to 65535 behind it"],
    ["port:0", "port: with a whole number from 1 to 65535 behind it"],
    ["port:65536", "port: with a whole number from 1 to 65535 behind it"],
    ["port:0x50", "port: with a whole number from 1 to 65535 behind it"],
    ["port:80.5", "port: with a whole number from 1 to 65535 behind it"],
    ["idle:0", "idle: with seconds behind it, from 0.001 to 2073600"],
    ["idle:-1", "idle: with seconds behind it, from 0.001 to 2073600"],
    ["idle:soon", "idle: with seconds behind it, from 0.001 to 2073600"],
    ["idle:2073601", "idle: with seconds behind it, from 0.001 to 2073600"],
    ["bytes:0", "bytes: with a whole number behind it, 1 or more"],
    ["bytes:1e3", "bytes: with a whole number behind it, 1 or more"],
  ])("%j is none", (text, expected) => {
    expect(refusal(() => parseCondition(text))).toEqual({
      code: "invalid_argument",
      message: `for must be ${expected}; got ${JSON.stringify(text)}.`,
    });
  });

  test.each([[null], [undefined], ["exit"], [{}], [{ kind: "port" }], [{ kind: "pattern", pattern: 3 }]])(
    "%j is none for a program either",
    (value) => {
      expect(refusal(() => checkCondition(value as unknown as WaitCondition))).toMatchObject({
        code: "invalid_argument",
        message: expect.stringMatching(/^for must be .*; got .*\.$/) as string,
      });
    },
  );

  test.each<[text: string, conditions: readonly WaitCondition[]]>([
    ["exit, ready,port:80", [{ kind: "exit" }, { kind: "ready" }, { kind: "port", port: 80 }]],
    [
      "pattern:a,b,idle:3",
      [
        { kind: "pattern", pattern: "a,b" },
        { kind: "idle", seconds: 3 },
      ],
    ],
    ["pattern:a,exiting", [{ kind: "pattern", pattern: "a,exiting" }]],
    ["event,pattern:x", [{ kind: "event" }, { kind: "pattern", pattern: "x" }]],
  ])("a list: %j", (text, conditions) => {
    expect(parseConditions(text)).toEqual(conditions);
  });

  test("every condition survives the way there and back", () => {
    const condition = fc.oneof(
      fc.constantFrom<WaitCondition>({ kind: "exit" }, { kind: "ready" }, { kind: "input" }, { kind: "event" }),
      fc.record({ kind: fc.constant("pattern" as const), pattern: fc.string({ minLength: 1, maxLength: 50 }) }),
      fc.record({ kind: fc.constant("port" as const), port: fc.integer({ min: 1, max: 65_535 }) }),
      fc.record({
        kind: fc.constant("idle" as const),
        seconds: fc.double({ min: 0.001, max: 2_000_000, noNaN: true }),
      }),
      fc.record({ kind: fc.constant("bytes" as const), bytes: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }) }),
    );
    fc.assert(
      fc.property(condition, (one) => {
        expect(parseCondition(formatCondition(one))).toEqual(one);
      }),
    );
  });
});

function refusal(body: () => unknown): { readonly code: string; readonly message: string } {
  try {
    body();
  } catch (error) {
    const { code, message } = error as BellhopError;
    return { code, message };
  }
  return { code: "none", message: "" };
}
