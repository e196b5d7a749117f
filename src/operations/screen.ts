import { z } from "zod";

import { SCREEN_SCROLLBACK_MAX } from "../core/limits.ts";
import { camel } from "./camel.ts";
import { optionalCount, optionalFlag, sessionId } from "./fields.ts";
import { defineOperation, type CallOperation } from "./operation.ts";

export const screen: CallOperation = defineOperation({
  name: "screen",
  kind: "read",
  description:
    "Tells what a person would see now on the terminal of a process: rows of text, the cursor, the title, and whether a full-screen program has the screen.",
  input: z.strictObject({
    session_id: sessionId,
    colors: optionalFlag("The rows with their colours, too, as escape codes. Default false."),
    scrollback: optionalCount(0, SCREEN_SCROLLBACK_MAX, "Most rows that have left the screen at its top. Default 0."),
  }),
  run: ({ bellhop }, { session_id, ...options }) => bellhop.screen(session_id, camel(options)),
});
