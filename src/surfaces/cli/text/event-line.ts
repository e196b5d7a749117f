import type { ToldEvent } from "../../../core/contract.ts";
import type { BellhopEvent, EventType } from "../../../core/notify/event.ts";
import { duration } from "./amounts.ts";
import { endingSentence } from "./ending.ts";
import { lastLineOf } from "./last-line.ts";
import { oneLine } from "./sanitize.ts";

/** One event on one line: what it is about, and what has happened. */
export function eventLine({ event, text }: ToldEvent): string {
  const describe = DESCRIBE[event.type] as ((event: BellhopEvent) => string) | undefined;
  // A newer daemon may tell of what we do not know.
  return `${oneLine(describe ? describe(event) : `${event.type}: ${text.split("\n")[0] ?? ""}`)}\n`;
}

type Describe = { readonly [Type in EventType]: (event: BellhopEvent & { readonly type: Type }) => string };

/** Every type has its words; the compiler sees to it. */
const DESCRIBE: Describe = {
  completion: (event) => `${event.sessionId} ${endingSentence(event)}`,
  watch_match: (event) => `${event.sessionId} matched ${JSON.stringify(event.pattern)}: ${firstLineOf(event.output)}`,
  watch_disabled: (event) => about(event.sessionId, `is not watched any more: ${event.message}`),
  heartbeat: (event) => `${event.sessionId} still runs after ${duration(event.elapsed)}: ${lastLineOf(event.output)}`,
  ready: (event) => `${event.sessionId} is ready (${event.condition}) after ${duration(event.elapsed)}`,
  not_ready: (event) => about(event.sessionId, event.message),
  awaiting_input: (event) => `${event.sessionId} waits for input (${event.inputClass}): ${event.prompt}`,
  events_merged: (event) => about(event.sessionId, event.message),
  watch_overflow_tripped: (event) => event.message,
  watch_overflow_released: (event) => event.message,
  async_delegation: (event) =>
    `delegation ${event.delegationId} ${event.status ?? "ended"}${event.goal ? `: ${event.goal}` : ""}`,
};

/** With the id in front, unless it stands there already, or there is none. */
function about(id: string, sentence: string): string {
  return id === "" || sentence.startsWith(id) ? sentence : `${id} ${sentence}`;
}

function firstLineOf(output: string): string {
  return output.trimStart().split("\n")[0] ?? "";
}
