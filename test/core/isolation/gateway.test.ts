import { expect, test } from "vitest";

import { isSupervisedGateway, needsScope, withoutScope } from "../../../src/core/isolation/gateway.ts";

const GATEWAY = { _BELLHOP_GATEWAY: "1", INVOCATION_ID: "abc" };

test.each([
  ["the gateway", GATEWAY, 7, true],
  ["one of another supervisor", { _BELLHOP_GATEWAY: "1", BELLHOP_SUPERVISED_CHILD: "1" }, 7, true],
  ["a descendant with both variables", GATEWAY, 8, false],
  ["none that runs", GATEWAY, null, false],
  ["a gateway that nobody supervises", { _BELLHOP_GATEWAY: "1" }, 7, false],
  ["a command line in a unit", { INVOCATION_ID: "abc" }, 7, false],
  ["a variable that says no", { ...GATEWAY, _BELLHOP_GATEWAY: "0" }, 7, false],
])("[ISO-11] %s", (_, env, gatewayPid, expected) => {
  expect(isSupervisedGateway({ env, pid: 7, gatewayPid })).toBe(expected);
});

test("[ISO-14] who needs a scope of its own", () => {
  const all = { isLinux: true, isInUnit: true, isSupervisedGateway: true, outlivesParent: true };
  const cases = [
    all,
    { ...all, outlivesParent: false },
    { ...all, isSupervisedGateway: false },
    { ...all, isSupervisedGateway: false, outlivesParent: false },
    { ...all, isInUnit: false },
    { ...all, isLinux: false },
  ];
  expect(cases.map(needsScope)).toEqual([true, true, true, false, false, false]);
});

test("[ISO-14] what a missing scope means", () => {
  const cases = [true, false].map((isGateway) =>
    [true, false].map((isRequired) => withoutScope(isGateway, isRequired)),
  );
  expect(cases).toEqual([
    ["refuse", "gateway"],
    ["unit", "unit"],
  ]);
});
