import { expect, test } from "vitest";
import { displayKind } from "../../../src/core/notify/display.ts";

test.each([
  ["completion", "process_complete"],
  ["", "process_complete"],
  ["heartbeat", "hidden"],
  ["async_delegation", "async_delegation_complete"],
  ["watch_match", "process_notice"],
])("[NOTICE-22] %o is shown as %s", (type, kind) => {
  expect(displayKind({ type })).toBe(kind);
});
