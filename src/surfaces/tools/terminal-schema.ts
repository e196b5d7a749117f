export const TERMINAL_DESCRIPTION: string =
  "Starts a shell command in the background and answers at once with its session_id; look after it with process_manage. " +
  "For dev servers, builds, test runs: everything that takes longer than a moment. Do not use nohup, & or disown: " +
  "it survives you anyway. " +
  "notify: true tells you once when it has ended; a list of texts tells you of output lines that contain one of them. " +
  "Without notify nobody is told, and you have to poll. It reads no input unless stdin is true.";

export const TERMINAL_INPUT_SCHEMA: Readonly<Record<string, unknown>> = {
  type: "object",
  properties: {
    command: { type: "string", description: "The shell command, as you would type it." },
    background: { type: "boolean", description: "Must be true." },
    workdir: { type: "string", description: "Where it runs. Default: your own directory." },
    notify: {
      anyOf: [{ type: "boolean" }, { type: "array", items: { type: "string" } }],
      description:
        "true: tell when it has ended. A list: tell lines with one of these texts, or /regex/; for rare signals.",
    },
    heartbeat: {
      type: "integer",
      minimum: 0,
      description: "Tell new output every so many seconds (at least 60), and its end. 0: never.",
    },
    stdin: { type: "boolean", description: "Keep its standard input open for submit and write. Default false." },
    name: { type: "string", description: "A short name to use instead of the session_id." },
    persist_on_release: { type: "boolean", description: "Spare it when your task is cleaned up. Default false." },
  },
  required: ["command", "background"],
};
