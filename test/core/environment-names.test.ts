import { expect, test } from "vitest";
import { BLOCKED_NAMES } from "../../src/core/environment-names.ts";

test("[ENV-1] blocked names are written in capitals, as they are compared", () => {
  expect(
    Object.values(BLOCKED_NAMES)
      .flat()
      .filter((name) => !/^[A-Z][A-Z0-9_]+$/.test(name)),
  ).toEqual([]);
});
