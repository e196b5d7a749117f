import { BellhopError } from "../../core/errors.ts";
import { MARK_VARIABLE } from "../../core/mark.ts";
import type { ProcessSpec } from "../../core/record.ts";
import { asLine, terminalWords } from "../launch/terminal.ts";
import { agentScripts } from "./agent-scripts.ts";
import type { Hello } from "./remote-agent.ts";
import { shellQuote } from "../../base/shell-quote.ts";

/** Variables that a shell owns: giving them a value ends it. */
const OF_THE_SHELL: ReadonlySet<string> = new Set(["BASHOPTS", "BASH_VERSINFO", "EUID", "PPID", "SHELLOPTS", "UID"]);
const NAME = /^[A-Za-z_]\w*$/;
const TERMINAL_KIND = "xterm-256color";

/** A shell text that exports the variables and adds to "$@" what the shim is to be called with behind its mode. */
export function startText(hello: Hello, id: string, spec: ProcessSpec): string {
  const holds = spec.pty !== null && hello.holdsTerminals;
  const env = {
    ...(holds ? { TERM: TERMINAL_KIND } : {}),
    ...Object.fromEntries(Object.entries(spec.env).filter(([name]) => isSettable(name))),
    [MARK_VARIABLE]: id,
  };
  const umask = spec.umask.toString(8).padStart(3, "0");
  const path = spec.env["PATH"] ?? hello.path;
  const argv = commandWords(hello, spec);
  const stdin = holds ? "tty" : spec.pty === null ? spec.stdin : "pipe";
  const directory = `${hello.root}/procs/${id}`;
  const shim = `${hello.root}/shim-${agentScripts().version}.sh`;
  const shown = { ...env, PATH: path, SHELL: spec.env["SHELL"] ?? hello.shell };
  const ending =
    holds && spec.pty !== null
      ? [asLine(terminalWords({ shim, directory, umask, size: spec.pty, env: shown, argv }))]
      : argv;
  const words = [stdin, umask, path, sessionProgram(hello), ...ending];
  const lines = Object.entries(env).map(([name, value]) => `export ${name}=${shellQuote(value)}\n`);
  const text = `${lines.join("")}set -- "$@" ${words.map(shellQuote).join(" ")}\n`;
  if (!text.includes("\0")) return text;
  throw new BellhopError(
    "start_failed",
    "The command or its environment holds a zero byte, which no program can be given. Leave it out.",
  );
}

/** What the answer of a start has to say besides. */
export function startNotes(hello: Hello, spec: ProcessSpec): readonly string[] {
  const unset = Object.keys(spec.env).filter((name) => !isSettable(name));
  return [
    ...(spec.pty !== null && !hello.holdsTerminals
      ? [
          "There is no `script` of util-linux in that environment, which holds terminals: the command has an input pipe instead.",
        ]
      : []),
    ...(hello.session === ""
      ? ["There is no `setsid` in that environment: a kill finds the command by its parents and its mark alone."]
      : []),
    ...(unset.length > 0
      ? [`These variables have names that no shell can set, and were left out: ${unset.join(", ")}.`]
      : []),
  ];
}

function isSettable(name: string): boolean {
  return NAME.test(name) && !OF_THE_SHELL.has(name);
}

/** Where nothing makes a session the command is run as it is, by `env`. */
function sessionProgram({ session, env }: Hello): string {
  if (session === "perl") return "";
  return session === "" ? env : session;
}

function commandWords({ bash, sh }: Hello, { shell, command }: ProcessSpec): readonly string[] {
  return [bash || sh, shell === "plain" ? "-c" : "-lc", command];
}
