import type { OptionSpec } from "./command-spec.ts";

/** What every start can be given. */
const START_OPTIONS: readonly OptionSpec[] = [
  { flags: "--name <name>", text: "a short name, to be used instead of the id" },
  {
    flags: "--backend <environment>",
    text: "where it runs: host, docker:NAME, docker-image:IMAGE, ssh://USER@HOST, exec:PRESET:TARGET, or a name of yours (default: host)",
  },
  {
    flags: "--cwd <directory>",
    text: "its directory (default: this one; elsewhere, that in which the environment begins)",
  },
  { flags: "--env <name=value...>", text: "variables on top of yours", parse: "pairs" },
  { flags: "--stdin", text: "keep its standard input open for send" },
  { flags: "--pty", text: "run it in a terminal, which attach, send and screen work on" },
  { flags: "--rows <count>", text: "rows of that terminal (default: 30)", parse: "integer" },
  { flags: "--cols <count>", text: "its columns (default: 120)", parse: "integer" },
  { flags: "--notify", text: "queue an event when it ends" },
  {
    flags: "--watch <pattern>",
    text: "queue an event for lines with this text, or /regex/; repeatable",
    parse: "texts",
  },
  {
    flags: "--heartbeat <seconds>",
    text: "queue an event with new output this often, at least 60",
    parse: "seconds",
  },
  { flags: "--ready-port <port>", text: "it is ready when it listens on this port", parse: "integer" },
  { flags: "--ready-pattern <pattern>", text: "it is ready when it prints a line with this text, or /regex/" },
  { flags: "--ready-http <url>", text: "it is ready when this page of it answers" },
  { flags: "--ready-timeout <seconds>", text: "how long that may take (default: 120)", parse: "seconds" },
  { flags: "--on-exit <command>", text: "run this when it has ended, with the event as JSON on its input" },
  { flags: "--notify-url <url>", text: "post its events there, until they are taken" },
  { flags: "--notify-secret-file <file>", text: "sign them with what is in this file" },
  { flags: "--owner <task>", text: "the task it belongs to" },
  { flags: "--session <key>", text: "the conversation it belongs to" },
  { flags: "--persist", text: "spare it when its owner is cleaned up" },
  { flags: "--shell <mode>", text: "which shell runs it (default: login)", choices: ["login", "cached", "plain"] },
  { flags: "--timeout <seconds>", text: "kill it after this long", parse: "seconds" },
  { flags: "--idle-timeout <seconds>", text: "kill it when it prints nothing for this long", parse: "seconds" },
  { flags: "--memory <MiB>", text: "memory that all of it may have together", parse: "integer" },
  { flags: "--max-processes <count>", text: "processes that it may have", parse: "integer" },
  { flags: "--cpu <percent>", text: "CPU time that it may have; 100 is one core", parse: "integer" },
  { flags: "--nice <niceness>", text: "how far it steps back behind others, 0 to 19", parse: "integer" },
  { flags: "--log-max-bytes <size>", text: "output kept, for example 10M (default: 64M)", parse: "size" },
];

/** How long `run` stays. */
const STAY_OPTIONS: readonly OptionSpec[] = [
  { flags: "--wait-ready", text: "wait until it is ready; exit with 1 when it will not be" },
  { flags: "--wait", text: "wait for its end and exit with its code" },
  { flags: "-f, --follow", text: "print its output, wait for its end and exit with its code" },
];

export const RUN_OPTIONS: readonly OptionSpec[] = [...START_OPTIONS, ...STAY_OPTIONS];

export const EXEC_OPTIONS: readonly OptionSpec[] = [
  ...START_OPTIONS,
  {
    flags: "--background-after <seconds>",
    text: "go on in the background after this long, print its id, and exit with 0 (default: never)",
    parse: "seconds",
  },
];
