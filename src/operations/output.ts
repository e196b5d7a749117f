import { z } from "zod";

import { invalidArgument } from "../core/errors.ts";
import { LOG_ANSWER_MAX_CHARS, LOG_LINES_MAX } from "../core/limits.ts";
import { camel } from "./camel.ts";
import { optionalCount, optionalCursor, optionalFlag, optionalText, sessionId } from "./fields.ts";
import { defineOperation, defineStream, type CallOperation, type StreamOperation } from "./operation.ts";

export const poll: CallOperation = defineOperation({
  name: "poll",
  kind: "read",
  description:
    "Tells at once how a process is: its status, the end of its output, and a cursor for `log`. Never blocks.",
  input: z.strictObject({ session_id: sessionId }),
  run: ({ bellhop }, { session_id }) => bellhop.poll(session_id),
});

export const log: CallOperation = defineOperation({
  name: "log",
  kind: "read",
  description:
    "Reads the whole output page by page. Without offset: the last lines. With since (a cursor from an earlier answer): only what is new.",
  input: z.strictObject({
    session_id: sessionId,
    offset: optionalCursor("First line, counted from 0. Default: so that the last `limit` lines are shown."),
    limit: optionalCount(1, LOG_LINES_MAX, "Most lines. Default 200."),
    since: optionalCursor("Only what came behind this cursor. Not together with offset."),
    max_bytes: optionalCount(
      1,
      LOG_ANSWER_MAX_CHARS,
      "With since: end the answer at the last line end within so many bytes; the rest follows behind its cursor. Default 200000.",
    ),
    grep: optionalText("Only lines that contain this text."),
    raw: optionalFlag("Keep escape codes and progress bars. Default false."),
    consume_output: optionalFlag(
      "An answer that reaches the end of an ended process takes its completion. Default true.",
    ),
  }),
  run: async ({ bellhop }, { session_id, ...options }) => {
    if (options.since !== undefined && options.offset !== undefined) {
      throw invalidArgument("since", "given without offset (one counts bytes, the other lines)", options.since);
    }
    return bellhop.log(session_id, camel(options));
  },
});

export const follow: StreamOperation = defineStream({
  name: "follow",
  description: "Sends output as it comes, until the process has ended and nothing holds its output open.",
  input: z.strictObject({
    session_id: sessionId,
    from: optionalCursor("Cursor to begin at. Default 0."),
    raw: optionalFlag("Keep escape codes and progress bars. Default false."),
    live: optionalFlag("Unfinished lines at once. Default false."),
  }),
  run: ({ bellhop, signal }, { session_id, ...options }) => bellhop.follow(session_id, { ...camel(options), signal }),
});
