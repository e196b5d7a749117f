import { expect, test } from "vitest";

import { faultOf } from "../../../src/core/notify/shape.ts";
import { noticeOf, recordOf } from "../../support/notice-desk.ts";

const ready = { ...noticeOf({ record: recordOf({ id: "proc_0123456789ab" }) }, { type: "ready" }) };
const delegation = { type: "async_delegation", delegationId: "d" };

test("[QUEUE-2] the first key that does not hold what it must is named", () => {
  const cases: readonly (readonly [object, string | null])[] = [
    [ready, null],
    [{ ...ready, more: 1 }, null],
    [{ ...ready, ports: undefined }, null],
    [{ ...ready, ports: ["1"] }, "ports must be numbers"],
    [{ ...ready, output: undefined }, "output must be text"],
    [{ ...ready, elapsed: Number.NaN }, "elapsed must be number"],
    [{ ...ready, messageId: 1 }, "messageId must be text"],
    [{ ...ready, type: "toString" }, "type must be type of an event"],
    [{}, "type must be type of an event"],
    [delegation, null],
    [{ ...delegation, results: [{}], goals: ["a"], taskTranscripts: { "0": "/tmp/a" } }, null],
    [{ ...delegation, results: ["a"] }, "results must be objects"],
    [{ ...delegation, isBatch: "yes" }, "isBatch must be flag"],
    [{ ...delegation, taskTranscripts: [] }, "taskTranscripts must be object"],
    [{ ...delegation, goals: null }, "goals must be texts"],
  ];
  const said = (value: object) => {
    const fault = faultOf(value as Record<string, unknown>);
    return fault === null ? null : `${fault.key} must be ${fault.kind}`;
  };
  expect(cases.map(([value]) => said(value))).toEqual(cases.map(([, expected]) => expected));
});
