import { expect, test, vi } from "vitest";
import {
  BellhopError,
  ERROR_CODES,
  invalidArgument,
  isBellhopError,
  messageOf,
  systemCode,
} from "../../src/core/errors.ts";
import { source } from "../support/sources.ts";

test("[ERR-1] docs/errors.md lists every code, with the catalogue's meaning and what to do", () => {
  const rows = source("docs/errors.md").text.matchAll(/^\| `(\w+)` \| ([^|]+) \| ([^|]+) \|$/gm);
  const documented = [...rows].map(([, code, meaning, advice]) => ({ code, meaning, hasAdvice: advice !== "" }));
  expect(documented).toEqual(
    Object.entries(ERROR_CODES).map(([code, meaning]) => ({ code, meaning, hasAdvice: true })),
  );
});

test.each([
  ["", '""'],
  ["a\n", '"a\\n"'],
  ["x".repeat(100), `"${"x".repeat(80)}…"`],
  [7, "7"],
  [null, "null"],
  [undefined, "undefined"],
  [[1], "an array"],
  [{ a: 1 }, "a value of type object"],
])("[ERR-2] %j is told as %s", (value, shown) => {
  expect(invalidArgument("limit", "a number", value)).toMatchObject({
    name: "BellhopError",
    code: "invalid_argument",
    message: `limit must be a number; got ${shown}.`,
  });
});

test("[ERR-3] an error of another copy of the package", async () => {
  vi.resetModules();
  const other = await import("../../src/core/errors.ts");
  const error = new other.BellhopError("not_found", "No process.");
  expect([
    error instanceof BellhopError,
    isBellhopError(error),
    isBellhopError(new Error("x")),
    isBellhopError(null),
  ]).toEqual([false, true, false, false]);
});

test("what was thrown tells its sentence and its system code", () => {
  const error = Object.assign(new Error("no such file"), { code: "ENOENT" });
  expect([messageOf(error), systemCode(error), messageOf("text"), systemCode({ code: "ENOENT" })]).toEqual([
    "no such file",
    "ENOENT",
    "text",
    undefined,
  ]);
});
