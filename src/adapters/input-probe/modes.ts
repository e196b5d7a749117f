import { execFile } from "node:child_process";

import { MODES_DEADLINE_MS } from "../../core/limits.ts";
import type { TerminalState } from "../../ports/input-probe.ts";
import { findProgram } from "../launch/programs.ts";

/** The modes of a terminal, from `stty`; null when it is gone, may not be opened, or there is no `stty`. */
export function readModes(device: string): Promise<TerminalState | null> {
  const stty = findProgram("stty", process.env["PATH"]);
  if (stty === null) return Promise.resolve(null);
  const options = { env: { LC_ALL: "C" }, timeout: MODES_DEADLINE_MS, killSignal: "SIGKILL" } as const;
  return new Promise((resolve) => {
    execFile(stty, ["-F", device, "-a"], options, (error, said) => resolve(error === null ? parseModes(said) : null));
  });
}

/** What `stty -a` says; null when it does not say it. A mode that is off has a `-` in front. */
function parseModes(said: string): TerminalState | null {
  const words = new Set(said.split(/[\s;]+/));
  const isSaid = (mode: string): boolean => words.has(mode) || words.has(`-${mode}`);
  if (!["icanon", "echo", "isig"].every(isSaid)) return null;
  return {
    canonical: words.has("icanon"),
    echo: words.has("echo"),
    signals: words.has("isig"),
    endOfFile: endOfFile(said),
  };
}

/** `eof = ^D;`, `^?` for DEL, or the character itself. */
function endOfFile(said: string): number | null {
  const [, shown = ""] = /\beof = (\S+?);/.exec(said) ?? [];
  if (shown === "^?") return 0x7f;
  if (shown.length === 2 && shown.startsWith("^")) return shown.charCodeAt(1) & 0x1f;
  return shown.length === 1 ? shown.charCodeAt(0) : null;
}
