import { z } from "zod";

import { invalidArgument } from "../core/errors.ts";
import { optionalFlag, sessionId } from "./fields.ts";
import { field } from "./input.ts";
import { defineOperation, type CallOperation } from "./operation.ts";

const seconds = field(
  z.number().positive().exactOptional(),
  "a number of seconds above 0",
  "Most seconds to block. Default and most: 180, unless the home is configured otherwise.",
);

export const wait: CallOperation = defineOperation({
  name: "wait",
  kind: "act",
  description:
    "Blocks until the process ends or the time is up. A timeout is not an error: the process runs on, and the answer has the end of its output.",
  input: z.strictObject({
    session_id: sessionId,
    /** The original's word and the library's word; both are taken. */
    timeout: seconds,
    timeout_seconds: seconds,
    unbounded: optionalFlag("Lift the most, for a person who waits as long as they like. Default false."),
  }),
  run: ({ bellhop, signal }, { session_id, timeout, timeout_seconds, ...options }) => {
    if (timeout !== undefined && timeout_seconds !== undefined) {
      throw invalidArgument("timeout", "given without timeout_seconds (they are the same)", timeout);
    }
    const timeoutSeconds = timeout ?? timeout_seconds;
    return bellhop.wait(session_id, {
      ...options,
      ...(timeoutSeconds !== undefined && { timeoutSeconds }),
      signal,
    });
  },
});
