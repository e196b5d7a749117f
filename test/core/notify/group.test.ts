import { expect, test } from "vitest";
import { groupEvents, groupText, groupTitle } from "../../../src/core/notify/group.ts";

const told = (text: string, type?: string) => ({ text, event: { command: text, ...(type ? { type } : {}) } });
const A = told("a", "completion");
const B = told("b");
const C = told("c", "completion");
const BEAT = told("beat", "heartbeat");

test("[NOTICE-19] completions that follow each other go together; everything else stands between", () => {
  expect(groupEvents([A, B, BEAT, BEAT, C])).toEqual([[A, B], [BEAT], [BEAT], [C]]);
  expect(groupEvents([])).toEqual([]);
});

test("[NOTICE-19] a group of one is that one, a larger one has a header, an empty one says nothing", () => {
  expect([[A, B, C], [BEAT], []].map((group) => groupText(group))).toEqual([
    "[IMPORTANT: 3 background processes completed. Each is told below.]\n\na\n\nb\n\nc",
    "beat",
    "",
  ]);
});

test("[NOTICE-19] what was consumed meanwhile is left out", () => {
  const without = (...consumed: readonly object[]) => groupText([A, B, C], (one) => consumed.includes(one));
  expect([without(A), without(A, C), without(A, B, C)]).toEqual([
    "[IMPORTANT: 2 background processes completed. Each is told below.]\n\nb\n\nc",
    "b",
    "",
  ]);
});

test("[NOTICE-20] the title of a group", () => {
  expect([[A, B], [BEAT], []].map(groupTitle)).toEqual([
    "2 Background Processes Finished",
    "Background Process Output after ?: beat",
    "",
  ]);
});
