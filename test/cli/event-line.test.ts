import { expect, test } from "vitest";

import type { BellhopEvent, EventType } from "../../src/core/notify/event.ts";
import { CATALOGUE } from "../../src/surfaces/cli/catalogue.ts";
import { eventLine } from "../../src/surfaces/cli/text/event-line.ts";

const ID = "proc_aaaa00000001";

/** What makes each event what it is. */
const EVENTS: Readonly<Record<EventType, readonly [fields: object, line: string]>> = {
  completion: [{ exitCode: 3, completionReason: "exited" }, `${ID} exited 3`],
  watch_match: [{ pattern: "ERR", output: "ERR one\nERR two" }, `${ID} matched "ERR": ERR one`],
  watch_disabled: [{ message: "Too many." }, `${ID} is not watched any more: Too many.`],
  heartbeat: [{ elapsed: 125, output: "one\ntwo\n" }, `${ID} still runs after 2m 5s: two`],
  ready: [{ condition: "port 80", elapsed: 2 }, `${ID} is ready (port 80) after 2s`],
  not_ready: [
    { message: `${ID} ended with code 3 before it was ready.` },
    `${ID} ended with code 3 before it was ready.`,
  ],
  awaiting_input: [{ inputClass: "password", prompt: "Password: " }, `${ID} waits for input (password): Password: `],
  events_merged: [{ merged: 3, message: "3 events." }, `${ID} 3 events.`],
  watch_overflow_tripped: [{ message: "None are told." }, "None are told."],
  watch_overflow_released: [{ message: "Told again." }, "Told again."],
  async_delegation: [
    { delegationId: "d1", status: "completed", goal: "look\nat it" },
    "delegation d1 completed: look\\nat it",
  ],
};

test.each(Object.entries(EVENTS))("[CLI-31] %s is one line", (type, [fields, line]) => {
  const event = { type, sessionId: ID, ...fields } as unknown as BellhopEvent;
  expect(eventLine({ eventId: "e", event, text: "" })).toBe(`${line}\n`);
});

test("[CLI-31] an event that a newer daemon tells is one line as well", () => {
  const event = { type: "eclipse" } as unknown as BellhopEvent;
  expect(eventLine({ eventId: "e", event, text: "It is dark.\nVery." })).toBe("eclipse: It is dark.\n");
});

test("[CLI-31] events can be narrowed to each type", () => {
  const options = CATALOGUE.filter(({ name }) => name === "events" || name === "drain").map(
    (spec) => spec.options ?? [],
  );
  const choices = options.map((all) => all.find(({ flags }) => flags.startsWith("--type"))?.choices?.toSorted());
  const types = Object.keys(EVENTS).toSorted();
  expect(choices).toEqual([types, types]);
});
