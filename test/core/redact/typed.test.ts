import { expect, test } from "vitest";

import { maskedLines, maskTyped } from "../../../src/core/redact/typed.ts";

test("[TERM-18] each line of a secret is masked wherever it stands, the longest first; a short one is not", () => {
  const secrets = [...maskedLines("swordfish\r\nabc\nswordfish99"), "a.*b"];
  expect([secrets, maskTyped("abc swordfish99 swordfish! a.*b axxb", secrets)]).toEqual([
    ["swordfish", "swordfish99", "a.*b"],
    "abc *** ***! *** axxb",
  ]);
});
