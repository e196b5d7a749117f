/** What the tool can do. The first nine are the original's. */
export type Action =
  | "list"
  | "poll"
  | "log"
  | "wait"
  | "kill"
  | "write"
  | "submit"
  | "close"
  | "handoff"
  | "screen"
  | "keys"
  | "paste";

export const ACTIONS: readonly Action[] = [
  "list",
  "poll",
  "log",
  "wait",
  "kill",
  "write",
  "submit",
  "close",
  "handoff",
  "screen",
  "keys",
  "paste",
];

export const DESCRIPTION: string =
  "Looks after commands that terminal runs in the background. Ended ones stay readable. " +
  "list: yours. poll: status and the end of the output, at once. " +
  "log: the output in pages of lines, the last ones unless offset says otherwise; " +
  "every answer has a cursor, and since=<cursor> gives only what is new. " +
  "wait: blocks until it ends, something of `for` is true, or the timeout is over; a timeout is not an error, " +
  "the process runs on. kill: ends it and everything it started. " +
  "submit: types data and presses Enter, which answers a prompt; write: types data without Enter; close: end of input. " +
  "With pty: screen shows what a person would see, keys presses keys, paste types several lines as one piece. " +
  "Never type a password or another secret: ask the user to run `bellhop send ID --secret`. " +
  "handoff (subagents only): your parent gets a running process of yours and is told of its end, you are not; " +
  "data = one sentence on what it is for. What you keep is killed when you finish.";

export const INPUT_SCHEMA: Readonly<Record<string, unknown>> = {
  type: "object",
  properties: {
    action: { type: "string", enum: ACTIONS },
    session_id: {
      type: "string",
      description:
        "Which process: its id, a unique prefix of it (4dae for proc_4dae56ca81f6), or its name. Needed by all but list.",
    },
    session_ids: {
      type: "array",
      items: { type: "string" },
      description: "wait: several at once, until the first has an answer.",
    },
    all: { type: "boolean", description: "wait with session_ids: until each has an answer." },
    data: { type: "string", description: "What write, submit and paste type; for handoff, the purpose." },
    keys: {
      type: "array",
      items: { type: "string" },
      description: 'keys: names such as "ctrl-c", "up", "enter", "escape", "f5", or single characters.',
    },
    timeout: { type: "number", exclusiveMinimum: 0, description: "wait: most seconds." },
    for: {
      type: "array",
      items: { type: "string" },
      description:
        'wait: what else ends it: "ready", "input" (it waits for typing), "pattern:TEXT", "pattern:/REGEX/", "port:3000", "idle:30" (seconds without output), "event".',
    },
    offset: { type: "integer", minimum: 0, description: "log: first line, counted from 0. list: skip so many." },
    limit: { type: "integer", minimum: 1, description: "log: most lines (200)." },
    since: {
      type: "integer",
      minimum: 0,
      description: "A cursor. log, wait for pattern: only what came after it. Not with offset.",
    },
    grep: { type: "string", description: "log: only lines that contain this." },
    scrollback: { type: "integer", minimum: 0, description: "screen: rows above it (0)." },
  },
  required: ["action"],
};
