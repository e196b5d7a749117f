import type { Command } from "./context.ts";

/** How the value of an option is read. */
export type ParserName = "seconds" | "integer" | "duration" | "size" | "signal" | "pairs";

export interface OptionSpec {
  /** As commander reads it: `-n, --lines <count>`. */
  readonly flags: string;
  readonly text: string;
  readonly parse?: ParserName;
  readonly choices?: readonly string[];
}

/** Which processes an operand can name; for completion. */
export type Names = "any" | "running" | "ended";

export interface CommandSpec {
  /** One word, or two for a command of a group (`daemon start`). */
  readonly name: string;
  /** As commander reads them: `<id>`, `[text]`, `<id...>`. */
  readonly operands?: readonly string[];
  /** What an operand `id` can name. */
  readonly names?: Names;
  /** What the first operand can be. */
  readonly choices?: readonly string[];
  readonly summary: string;
  /** Paragraphs below the options in its help. */
  readonly more?: string;
  readonly example: string;
  readonly options?: readonly OptionSpec[];
  /** What follows the first operand belongs to the operands, dashes or not. */
  readonly restIsOperands?: true;
  /** The module is read only when the command runs: each one more costs every other command its start time. */
  readonly load: () => Promise<Command>;
}

const OWNER: OptionSpec = { flags: "--owner <task>", text: "only those of this task" };
const SESSION: OptionSpec = { flags: "--session <key>", text: "only those of this conversation" };
const TYPE: OptionSpec = { flags: "--type <type>", text: "only events of this type", choices: ["completion"] };

/** Options that every command takes. */
export const GLOBAL_OPTIONS: readonly OptionSpec[] = [
  { flags: "--home <directory>", text: "the state directory (default: $BELLHOP_HOME, else ~/.local/state/bellhop)" },
  { flags: "--json", text: "print what the operation returns, as JSON" },
];

export const GROUPS: Readonly<Record<string, string>> = { daemon: "start, stop and look at the daemon" };

/** Every command, in the order of the help. */
export const CATALOGUE: readonly CommandSpec[] = [
  {
    name: "run",
    operands: ["<command...>"],
    summary: "start a command in the background and print its id",
    more:
      "One word is a line for the shell, as it is. Several words are one program and its arguments: each reaches the\n" +
      "program exactly as you typed it, since every word is quoted for the shell.",
    example: "bellhop run --name web -- npm run dev\n  bellhop run --wait -- 'make && make test'",
    restIsOperands: true,
    options: [
      { flags: "--name <name>", text: "a short name, to be used instead of the id" },
      { flags: "--cwd <directory>", text: "where it runs (default: here)" },
      { flags: "--env <name=value...>", text: "variables on top of yours", parse: "pairs" },
      { flags: "--stdin", text: "keep its standard input open for send" },
      { flags: "--notify", text: "queue an event when it ends" },
      { flags: "--owner <task>", text: "the task it belongs to" },
      { flags: "--session <key>", text: "the conversation it belongs to" },
      { flags: "--persist", text: "spare it when its owner is cleaned up" },
      { flags: "--shell <mode>", text: "which shell runs it (default: login)", choices: ["login", "cached", "plain"] },
      { flags: "--log-max-bytes <size>", text: "output kept, for example 10M (default: 64M)", parse: "size" },
      { flags: "--wait", text: "wait for its end and exit with its code" },
      { flags: "-f, --follow", text: "print its output, wait for its end and exit with its code" },
    ],
    load: async () => (await import("./commands/run.ts")).run,
  },
  {
    name: "ps",
    summary: "list what runs, and what ended within the last hour",
    example: "bellhop ps --all",
    options: [
      OWNER,
      SESSION,
      { flags: "--all", text: "everything that is not forgotten yet" },
      { flags: "--watch", text: "draw the list again every second, until q" },
    ],
    load: async () => (await import("./commands/ps.ts")).ps,
  },
  {
    name: "logs",
    operands: ["<id>"],
    names: "any",
    summary: "print what a process wrote",
    more: "Without -n, --offset and --since it is everything that is kept. With --json it is one answer (200 lines unless -n says otherwise).",
    example: "bellhop logs web -n 50\n  bellhop logs web --follow",
    options: [
      { flags: "-f, --follow", text: "go on printing until it has ended" },
      { flags: "-n, --lines <count>", text: "only the last lines; with --offset, that many", parse: "integer" },
      { flags: "--offset <line>", text: "begin at this line, counted from 0", parse: "integer" },
      { flags: "--since <cursor>", text: "only what came behind this cursor (bytes ever written)", parse: "integer" },
      { flags: "--grep <text>", text: "only lines that contain this text" },
      { flags: "--raw", text: "keep escape codes and progress bars" },
    ],
    load: async () => (await import("./commands/logs.ts")).logs,
  },
  {
    name: "show",
    operands: ["<id>"],
    names: "any",
    summary: "print everything known about a process",
    example: "bellhop show web",
    load: async () => (await import("./commands/show.ts")).showProcess,
  },
  {
    name: "wait",
    operands: ["<id...>"],
    names: "any",
    summary: "wait for processes to end and exit with their code",
    more: "With several it is the first code that is not 0. When the time is up it is 124, and the processes run on.",
    example: "bellhop wait web --timeout 60",
    options: [
      { flags: "--any", text: "until one of them has ended" },
      { flags: "--timeout <seconds>", text: "wait at most this long (default: without end)", parse: "seconds" },
    ],
    load: async () => (await import("./commands/wait.ts")).wait,
  },
  {
    name: "kill",
    operands: ["[id...]"],
    names: "running",
    summary: "end processes with everything they started, and say what is left",
    example: "bellhop kill web\n  bellhop kill --session chat-7",
    options: [
      { flags: "--signal <signal>", text: "the first signal (default: TERM)", parse: "signal" },
      { flags: "--grace <seconds>", text: "time from it to KILL; 0 is never KILL (default: 2)", parse: "seconds" },
      { flags: "--all", text: "everything that runs" },
      OWNER,
      SESSION,
    ],
    load: async () => (await import("./commands/kill.ts")).kill,
  },
  {
    name: "restart",
    operands: ["<id>"],
    names: "any",
    summary: "end a process and start the same command again; print the new id",
    example: "bellhop restart web",
    load: async () => (await import("./commands/restart.ts")).restart,
  },
  {
    name: "rm",
    operands: ["[id...]"],
    names: "ended",
    summary: "forget ended processes, with their output",
    example: "bellhop rm --older-than 7d",
    options: [
      { flags: "--finished", text: "everything that has ended" },
      {
        flags: "--older-than <time>",
        text: "everything that ended longer ago than this (30m, 12h, 7d)",
        parse: "duration",
      },
    ],
    load: async () => (await import("./commands/rm.ts")).rm,
  },
  {
    name: "send",
    operands: ["<id>", "[text]"],
    names: "running",
    summary: "write to the standard input of a process",
    more: "Without a text it is what comes in on our own standard input. The process must have been started with --stdin.",
    example: "bellhop send web 'rs' --enter",
    options: [{ flags: "--enter", text: "a newline behind it" }],
    load: async () => (await import("./commands/send.ts")).send,
  },
  {
    name: "close-stdin",
    operands: ["<id>"],
    names: "running",
    summary: "end the standard input of a process",
    example: "bellhop close-stdin web",
    load: async () => (await import("./commands/send.ts")).closeStdin,
  },
  {
    name: "events",
    summary: "print the events that wait to be told",
    more: "Without --follow they stay queued. With it each is taken once it is printed, and new ones are printed as they come.",
    example: "bellhop events --follow --session chat-7",
    options: [{ flags: "-f, --follow", text: "take them, and go on with new ones" }, SESSION, OWNER, TYPE],
    load: async () => (await import("./commands/events.ts")).events,
  },
  {
    name: "drain",
    summary: "take the events that wait to be told, and print them",
    example: "bellhop drain --owner task-12",
    options: [SESSION, OWNER, TYPE],
    load: async () => (await import("./commands/events.ts")).drain,
  },
  {
    name: "tool",
    operands: ["<name>", "<json>"],
    choices: ["terminal", "process_manage"],
    summary: "call one of the tools for language models",
    example: `bellhop tool process_manage '{"action":"list"}'`,
    options: [
      { flags: "--owner <task>", text: "the task that calls" },
      { flags: "--session <key>", text: "the conversation that calls" },
    ],
    load: async () => (await import("./commands/tool.ts")).tool,
  },
  {
    name: "daemon start",
    summary: "start the daemon unless it runs, and print its pid",
    example: "bellhop daemon start",
    load: async () => (await import("./commands/daemon.ts")).start,
  },
  {
    name: "daemon stop",
    summary: "end the daemon; processes run on",
    example: "bellhop daemon stop",
    load: async () => (await import("./commands/daemon.ts")).stop,
  },
  {
    name: "daemon status",
    summary: "say whether the daemon runs (exit code 3: no)",
    example: "bellhop daemon status --json",
    load: async () => (await import("./commands/daemon.ts")).status,
  },
  {
    name: "daemon run",
    summary: "be the daemon, in the foreground",
    example: "bellhop daemon run",
    load: async () => (await import("./commands/daemon.ts")).run,
  },
  {
    name: "doctor",
    summary: "check this machine and say what to do",
    example: "bellhop doctor",
    load: async () => (await import("./commands/doctor.ts")).doctor,
  },
  {
    name: "completion",
    operands: ["<shell>"],
    choices: ["bash", "zsh", "fish"],
    summary: "print the completion script for bash, zsh or fish",
    example: "source <(bellhop completion bash)",
    load: async () => (await import("./commands/completion.ts")).completion,
  },
];
