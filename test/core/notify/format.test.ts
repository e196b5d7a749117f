import fc from "fast-check";
import { expect, test } from "vitest";
import type { BellhopEvent } from "../../../src/core/notify/event.ts";
import { formatEvent } from "../../../src/core/notify/format.ts";
import type { LooseEvent } from "../../../src/core/notify/loose.ts";
import { eventTitle } from "../../../src/core/notify/title.ts";

/** What is told of each kind when nothing else is known. */
const BARE: Readonly<Record<BellhopEvent["type"], string>> = {
  completion: "[IMPORTANT: Background process unknown exited (exit code ?).\nCommand: unknown\nOutput:\n]",
  watch_match:
    '[IMPORTANT: Background process unknown matched watch pattern "?".\nCommand: unknown\nMatched output:\n]',
  watch_disabled: "[IMPORTANT: ]",
  watch_overflow_tripped: "[IMPORTANT: ]",
  watch_overflow_released: "[IMPORTANT: ]",
  heartbeat:
    "[Background process unknown heartbeat #? — still running after ? (next in ?s when there is new output; " +
    "you will also be told when it exits).\nCommand: unknown\nOutput since last heartbeat:\n]",
  ready:
    "[IMPORTANT: Background process unknown is ready (?) after ?. It is still running.\nCommand: unknown\nOutput:\n]",
  not_ready:
    "[IMPORTANT: Background process unknown has not become ready (?) in ?. Why is not known.\nCommand: unknown\nLast output:\n]",
  awaiting_input:
    "[IMPORTANT: Background process unknown is waiting for input after ?: a line of text.\nCommand: unknown\nPrompt: (none)\n" +
    'Answer with process_manage(action="submit", session_id="unknown", data="…"), which adds Enter. ' +
    "Where the answer is not yours to give, ask the person.]",
  events_merged: "[IMPORTANT: An unknown number of more events of yours are not told one by one: there were too many.]",
  async_delegation: [
    "[ASYNC DELEGATION COMPLETE — unknown]",
    "A subagent that you gave work in the background has ended. What it was about is repeated here, since you may have turned to other work.",
    "",
    "Original goal: unknown",
    "Role: leaf   Model: ?",
    "Status: completed   API calls: 0   Duration: ?s",
    "--- RESULT ---",
    "The subagent did not complete successfully (status=completed).",
  ].join("\n"),
};

test.each(Object.entries(BARE))("[NOTICE-4] %s, and nothing else", (type, text) => {
  expect(formatEvent({ type })).toBe(text);
});

test.each([{}, { type: "" }, { type: "no such kind" }, { type: "toString" }, { type: 7 }, null, "text", []])(
  "[NOTICE-4] %j is told as a completion",
  (event) => {
    expect(formatEvent(event as LooseEvent)).toBe(BARE.completion);
  },
);

/** Keys that each mean something to one kind or another; each may hold anything, and so may the items of its lists. */
const KEYS = `
  sessionId taskId ownerTaskId handoffNote command exitCode signal completionReason output terminationSource
  outputCut leftoverPids leftovers pattern suppressed message seq interval elapsed condition ports why inputClass prompt
  merged delegationId goal goals group nTasks context toolsets role model status summary error exitReason
  apiCalls durationSeconds totalDurationSeconds dispatchedAt completedAt isBatch results taskFailureNotice
  taskIndex lastKnownStatus taskTranscripts transcriptTails gitStateHint restored truncated liveTranscript
  handedOffProcesses orphanedProcesses unreadCompletions
`
  .trim()
  .split(/\s+/);
const anyValue = fc.oneof(
  fc.anything(),
  fc.constant("sa-1"),
  fc.array(fc.dictionary(fc.constantFrom(...KEYS), fc.anything())),
);
const anyEvent = fc
  .tuple(fc.constantFrom(...Object.keys(BARE)), fc.dictionary(fc.constantFrom(...KEYS), anyValue, { maxKeys: 60 }))
  .map(([type, fields]): LooseEvent => ({ ...fields, type }));

test("[NOTICE-4] whatever is in an event, it has a text and a title", () => {
  fc.assert(
    fc.property(anyEvent, fc.anything(), (event, model) => {
      const text = formatEvent(event, { delegation: { model, fallbackProviders: model }, subagent: () => undefined });
      expect([text.startsWith("["), text.includes("undefined"), eventTitle(event) === ""]).toEqual([
        true,
        false,
        false,
      ]);
    }),
  );
});
