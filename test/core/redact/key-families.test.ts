import { expect, test } from "vitest";
import { keyPattern } from "../../../src/core/redact/key-families.ts";

test("[REDACT-2] a family that is added is found, with its own alphabet", () => {
  const pattern = keyPattern([{ prefixes: ["zz+"], alphabet: "alnum", bodyMinChars: 3 }]);
  expect("zz+ab zz+abc zz+abcd- (zz+abcde)".match(pattern)).toEqual(["zz+abc", "zz+abcde"]);
});
