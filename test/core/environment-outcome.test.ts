import { expect, test } from "vitest";
import { endedOutcome } from "../../src/core/environment-outcome.ts";

test("[PLACE-7] a call that was ended says so in its last line, which stands alone where nothing was printed", () => {
  const timeout = { kind: "timeout", timeoutMs: 90_500 } as const;
  expect([
    endedOutcome("out", timeout),
    endedOutcome("", timeout),
    endedOutcome("out\n", { kind: "interrupt" }),
    endedOutcome("", { kind: "interrupt" }),
  ]).toEqual([
    { output: "out\n[Command timed out after 90.5s]", exitCode: 124 },
    { output: "[Command timed out after 90.5s]", exitCode: 124 },
    { output: "out\n\n[Command interrupted]", exitCode: 130 },
    { output: "[Command interrupted]", exitCode: 130 },
  ]);
});
