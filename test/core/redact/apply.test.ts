import { expect, test } from "vitest";
import { applied, editsOf } from "../../../src/core/redact/apply.ts";
import type { Rule } from "../../../src/core/redact/rules.ts";

const RULE: Rule = { name: "x", signs: 0, pattern: /(name=)(\w+)/g, mask: ([, name]) => `${name}***` };
const MODE = { codeFile: true, fileRead: false };

test("[REDACT-1] an edit is only what differs, and the text around it stays", () => {
  const text = "a name=b, name=cd";
  expect(editsOf(RULE, text, MODE)).toEqual([
    { from: 7, to: 8, text: "***" },
    { from: 15, to: 17, text: "***" },
  ]);
  expect([applied(RULE, text, MODE), applied(RULE, "nothing", MODE)]).toEqual(["a name=***, name=***", "nothing"]);
});
