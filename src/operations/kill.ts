import { constants } from "node:os";

import { z } from "zod";

import { KILL_GRACE_MAX_MS } from "../core/limits.ts";
import { signalNumber } from "../core/signals.ts";
import { camel } from "./camel.ts";
import { optionalCount, optionalFlag, optionalText, sessionId } from "./fields.ts";
import { field } from "./input.ts";
import { defineOperation, type CallOperation } from "./operation.ts";

/** Known to the system and to us. */
const signalName = z.custom<NodeJS.Signals>(
  (value) => typeof value === "string" && signalNumber(value) !== 0 && Object.hasOwn(constants.signals, value),
);

const asker = z.strictObject({
  owner_task_id: optionalText("The task that asks."),
  session_key: optionalText("The conversation that asks."),
});

export const kill: CallOperation = defineOperation({
  name: "kill",
  kind: "act",
  description:
    "Ends a process with everything it started, first politely, then by force. The answer names survivors, if there are any: only `killed` means that nothing is left.",
  input: z.strictObject({
    session_id: sessionId,
    source: optionalText("Who asks; told as termination_source. Default process.kill."),
    signal: field(
      signalName.exactOptional(),
      'the name of a signal, like "SIGINT"',
      "The first signal. Default SIGTERM.",
    ),
    grace_ms: optionalCount(
      0,
      KILL_GRACE_MAX_MS,
      "Milliseconds from that signal to SIGKILL; 0: never SIGKILL. Default 2000.",
    ),
    asker: field(
      asker.exactOptional(),
      "an object {owner_task_id, session_key}",
      "Who asks. When that is not its owner, its owner is told by an event, too.",
    ),
    consume_output: optionalFlag(
      "The answer tells the ending, so that no completion is queued. Default true, unless somebody else than its owner asks.",
    ),
  }),
  run: ({ bellhop }, { session_id, ...options }) => bellhop.kill(session_id, camel(options)),
});
