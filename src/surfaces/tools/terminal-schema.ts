export const TERMINAL_DESCRIPTION: string =
  "Runs a shell command. In the foreground (the default) it answers with the output and the exit code when the command has " +
  "ended; one that is not done in time is not killed: it goes on in the background, and the answer has its session_id. " +
  "With background=true it answers at once with a session_id for process_manage: for servers, watchers, and whatever " +
  "takes minutes. Do not use nohup, setsid, disown or &: a background process survives you anyway. " +
  "Each call is a new shell: cd and variables are forgotten, so join steps with && or give workdir. " +
  "Nothing is typed into a command unless stdin or pty is true: use flags such as --yes. " +
  "notify=true tells you once when a background process has ended; without it nobody is told, and you have to poll.";

export const TERMINAL_INPUT_SCHEMA: Readonly<Record<string, unknown>> = {
  type: "object",
  properties: {
    command: { type: "string", description: "The shell command, as you would type it." },
    background: {
      type: "boolean",
      description: "Answer at once, and let it run. Default false: answer when it has ended.",
    },
    timeout: {
      type: "integer",
      minimum: 1,
      description:
        "Foreground: seconds before it goes on in the background (180). More than 600 starts it there at once. It kills nothing.",
    },
    workdir: { type: "string", description: "Where it runs. Default: your own directory." },
    pty: {
      type: "boolean",
      description:
        "Background: run it in a terminal, for programs that draw or ask (REPLs, installers). Default false.",
    },
    stdin: {
      type: "boolean",
      description:
        "Background: keep its standard input open for submit and write. Not with pty, which has one. Default false.",
    },
    notify: {
      anyOf: [{ type: "boolean" }, { type: "array", items: { type: "string" } }],
      description:
        "Background. true: tell once when it has ended. A list: tell lines with one of these texts, or /regex/, instead; for rare signals of a process that runs on, not for its end.",
    },
    heartbeat: {
      type: "integer",
      minimum: 0,
      description:
        "Background: tell new output every so many seconds (at least 60), and its end; each costs a turn. Default 0: never.",
    },
    ready: {
      type: "object",
      properties: { port: { type: "integer" }, http: { type: "string" }, pattern: { type: "string" } },
      description:
        "Background: tell once when it is ready; one of: it listens on port, its page http answers, it has printed pattern.",
    },
    name: { type: "string", description: "A short name to use instead of the session_id." },
    persist_on_release: {
      type: "boolean",
      description: "Background: spare it when your task is cleaned up. Default false.",
    },
  },
  required: ["command"],
};
