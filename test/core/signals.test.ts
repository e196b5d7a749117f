import { constants } from "node:os";

import { expect, test } from "vitest";

import { signalName, signalNumber } from "../../src/core/signals.ts";

test("[END-1, STOP-3] signals have the numbers that this system gives them", () => {
  const named = constants.signals as Record<string, number>;
  expect(Object.fromEntries(Object.keys(named).map((name) => [name, signalNumber(name)]))).toEqual(named);
  expect([signalNumber("SIGNOTHING"), signalName(9), signalName(6), signalName(64)]).toEqual([
    0,
    "SIGKILL",
    "SIGABRT",
    undefined,
  ]);
});
