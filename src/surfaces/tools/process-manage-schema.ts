/** What the tool can do. */
export type Action = "list" | "poll" | "log" | "wait" | "kill" | "write" | "submit" | "close";

export const ACTIONS: readonly Action[] = ["list", "poll", "log", "wait", "kill", "write", "submit", "close"];

export const DESCRIPTION: string =
  "Looks after commands that run in the background. " +
  "list: yours, running and ended. poll: status and the end of the output, at once. " +
  "wait: blocks until it ends or the timeout is over; a timeout is not an error, the process runs on. " +
  "log: the output in pages of lines, the last ones unless offset says otherwise; " +
  "every answer has a cursor, and since=<cursor> gives only what is new. " +
  "kill: ends it and everything it started. " +
  "submit: types data and presses Enter, which answers a prompt; write: types data without Enter; close: end of input. " +
  "Ended processes stay readable by their session_id.";

export const INPUT_SCHEMA: Readonly<Record<string, unknown>> = {
  type: "object",
  properties: {
    action: { type: "string", enum: ACTIONS },
    session_id: {
      type: "string",
      description:
        "Which process: its id, a unique prefix of it (4dae for proc_4dae56ca81f6), or its name. Needed by all but list.",
    },
    data: { type: "string", description: "What write and submit type." },
    timeout: { type: "number", exclusiveMinimum: 0, description: "wait: most seconds." },
    offset: { type: "integer", minimum: 0, description: "log: first line, counted from 0." },
    limit: { type: "integer", minimum: 1, description: "log: most lines (200)." },
    since: { type: "integer", minimum: 0, description: "log: a cursor; only what came after it. Not with offset." },
    grep: { type: "string", description: "log: only lines that contain this." },
  },
  required: ["action"],
};
