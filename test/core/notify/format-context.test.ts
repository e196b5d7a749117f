import { expect, test } from "vitest";
import { localTimeOf, subagentFacts } from "../../../src/core/notify/format-context.ts";

test("[NOTICE-8, NOTICE-10] the host says what it knows", () => {
  const context = { subagent: (id: string) => ({ goal: id }), localTime: (seconds: number) => `T${seconds}` };
  expect([subagentFacts(context, "sa-1"), localTimeOf(context, 5)]).toEqual([{ goal: "sa-1" }, "T5"]);
});

test.each([
  {},
  {
    subagent: () => {
      throw new Error("no");
    },
    localTime: () => {
      throw new Error("no");
    },
  },
])("[NOTICE-8, NOTICE-10] a host that says nothing, or throws", (context) => {
  expect([subagentFacts(context, "sa-1"), localTimeOf(context, 5)]).toEqual([null, ""]);
});
