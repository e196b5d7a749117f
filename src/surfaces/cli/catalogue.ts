import type { EventType } from "../../core/notify/event.ts";
import { AGENT_COMMANDS } from "./catalogue-agents.ts";
import { OWNER, SESSION, type CommandSpec, type OptionSpec } from "./command-spec.ts";
import { DAEMON_COMMANDS } from "./daemon-catalogue.ts";
import { EXEC_OPTIONS, RUN_OPTIONS } from "./run-options.ts";
import { TERMINAL_COMMANDS } from "./terminal-commands.ts";

const EVENT_TYPES: readonly EventType[] = [
  "completion",
  "watch_match",
  "watch_disabled",
  "heartbeat",
  "ready",
  "not_ready",
  "awaiting_input",
  "events_merged",
  "watch_overflow_tripped",
  "watch_overflow_released",
  "async_delegation",
];
const TYPE: OptionSpec = { flags: "--type <type>", text: "only events of this type", choices: EVENT_TYPES };

/** Options that every command takes. */
export const GLOBAL_OPTIONS: readonly OptionSpec[] = [
  { flags: "--home <directory>", text: "the state directory (default: $BELLHOP_HOME, else ~/.local/state/bellhop)" },
  { flags: "--json", text: "print what the operation returns, as JSON" },
];

export const GROUPS: Readonly<Record<string, string>> = { daemon: "start, stop, install and look at the daemon" };

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
    options: RUN_OPTIONS,
    load: async () => (await import("./commands/run.ts")).run,
  },
  {
    name: "exec",
    operands: ["<command...>"],
    summary: "run a command in front of you; past its time it goes on in the background",
    more:
      "Prints its output as it comes and exits with its code. Ctrl-C interrupts the command, a second one ends it. With --pty\n" +
      "in a terminal it is as if you had attached to it. What stands behind -- is read as that of run.",
    example: "bellhop exec --background-after 60 -- npm test",
    restIsOperands: true,
    options: EXEC_OPTIONS,
    load: async () => (await import("./commands/exec.ts")).exec,
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
    name: "top",
    summary: "show what runs with what it uses, again every second",
    more: "Processor (100 = one core), memory and output of each whole tree. Keys: arrows, enter (output), s (sort), k (kill), q.",
    example: "bellhop top",
    options: [{ flags: "--once", text: "print it once; rates are then those since the last look, or the start" }],
    load: async () => (await import("./commands/top.ts")).top,
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
    more:
      "With several it is the first code that is not 0. When the time is up it is 124, and the processes run on.\n" +
      "Conditions: exit, ready, input, event, pattern:TEXT, pattern:/REGEX/, port:N, idle:SECONDS, bytes:N. The ending\n" +
      "always counts. When a condition has come true, the code is 0; when it will not be ready, 1.",
    example: "bellhop wait web --timeout 60\n  bellhop wait web --for port:3000,pattern:error",
    options: [
      { flags: "--any", text: "until one of them has ended, or fulfils a condition" },
      { flags: "--for <conditions>", text: "what else ends the wait, with commas between; repeatable", parse: "texts" },
      { flags: "--since <cursor>", text: "for pattern and bytes, only output behind this cursor", parse: "integer" },
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
      { flags: "--all", text: "everything that runs, or was left running" },
      { flags: "--source <source>", text: "who asks; agent_close and the like pass by what persists" },
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
  ...TERMINAL_COMMANDS,
  {
    name: "events",
    summary: "print the events that wait to be told",
    more: "Without --follow they stay queued. With it each is a line, is taken once it is printed, and new ones are printed as they come.",
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
  ...AGENT_COMMANDS,
  ...DAEMON_COMMANDS,
  {
    name: "web",
    summary: "serve the page that shows everything, and print the link to it",
    more:
      "On 127.0.0.1 only, and only for whoever has the link. It stays there when the daemon starts again, until --stop.\n" +
      "Closing the page ends nothing.",
    example: "bellhop web --open",
    options: [
      {
        flags: "--port <port>",
        text: "on this port (default: that of the last time, else any free one)",
        parse: "integer",
      },
      { flags: "--open", text: "show it in your browser" },
      { flags: "--stop", text: "do not serve it any more when the daemon starts again" },
    ],
    load: async () => (await import("./commands/web.ts")).web,
  },
  {
    name: "doctor",
    summary: "check this machine and say what to do",
    options: [
      {
        flags: "--self-test",
        text: "try with real processes what Bellhop promises, and say what holds here (about 10 s)",
      },
    ],
    example: "bellhop doctor --self-test",
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
