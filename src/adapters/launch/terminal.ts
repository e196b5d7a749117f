import { execFile, execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { shellQuote } from "../../base/shell-quote.ts";
import { MARK_VARIABLE } from "../../core/mark.ts";
import { RESIZE_DEADLINE_MS } from "../../core/limits.ts";
import type { TerminalSize } from "../../core/record.ts";
import { canOpenTerminals } from "./native-terminal.ts";
import { findProgram } from "./programs.ts";
import type { ShimLauncherOptions } from "./shim-ground.ts";

/** What the words that run in the terminal are made of. */
export interface TerminalStart {
  readonly shim: string;
  readonly directory: string;
  readonly umask: string;
  readonly size: TerminalSize;
  readonly env: Readonly<Record<string, string>>;
  readonly argv: readonly string[];
}

/** What runs in the terminal, between it and the command. */
export function terminalWords({ shim, directory, umask, size, env, argv }: TerminalStart): readonly string[] {
  return [
    "/bin/sh",
    shim,
    "term",
    directory,
    umask,
    env["PATH"] ?? "",
    String(size.rows),
    String(size.cols),
    env[MARK_VARIABLE] ?? "",
    env["SHELL"] ?? "",
    ...argv,
  ];
}

/** The one text that becomes shell text: every word of it is quoted. `script` takes nothing else. */
export function asLine(words: readonly string[]): string {
  return `exec ${words.map(shellQuote).join(" ")}`;
}

let known: boolean | null = null;

/** Whether the `script` of util-linux is here; that of busybox or macOS takes other arguments and keeps no exit code. */
export function hasScript({ holdsTerminals }: ShimLauncherOptions): boolean {
  if (holdsTerminals !== undefined) return holdsTerminals();
  known ??= isUtilLinux(findProgram("script"));
  return known;
}

/** Whether a terminal can be made without it. */
export function opensTerminals({ opensTerminals: told }: ShimLauncherOptions): boolean {
  return told === undefined ? canOpenTerminals() : told();
}

function isUtilLinux(path: string | null): boolean {
  if (path === null) return false;
  try {
    return execFileSync(path, ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).includes(
      "util-linux",
    );
  } catch {
    return false;
  }
}

/** The device of the terminal that a shim made; empty when there is none. */
export function terminalDevice(directory: string): string {
  try {
    const device = readFileSync(join(directory, "tty"), "utf8").trim();
    return /^\/dev\/[\w/]+$/.test(device) ? device : "";
  } catch {
    return "";
  }
}

/** Sets the size; the programs in it get SIGWINCH from the kernel. False when the terminal does not take it. */
export function resizeTerminal(directory: string, { rows, cols }: TerminalSize): Promise<boolean> {
  const device = terminalDevice(directory);
  const stty = findProgram("stty");
  if (device === "" || stty === null) return Promise.resolve(false);
  const words = ["-F", device, "rows", String(rows), "columns", String(cols)];
  return new Promise((resolve) =>
    execFile(stty, words, { timeout: RESIZE_DEADLINE_MS }, (error) => resolve(error === null)),
  );
}
