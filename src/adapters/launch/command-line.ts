import { basename, isAbsolute } from "node:path";

import { BellhopError } from "../../core/errors.ts";
import type { ShellMode } from "../../core/record.ts";
import { findProgram, isExecutable } from "./programs.ts";

/** Shells that understand `-lic` and `set +m`; fish, csh and nu do not (behaviour 6.1). */
const POSIX_SHELLS: ReadonlySet<string> = new Set(["bash", "zsh", "sh", "dash", "ksh", "mksh"]);

/** `$SHELL` when it is an executable POSIX shell, otherwise bash. Throws `start_failed` when there is neither. */
export function findShell(env: Readonly<Record<string, string>>): string {
  const preferred = env["SHELL"] ?? "";
  if (isAbsolute(preferred) && POSIX_SHELLS.has(basename(preferred)) && isExecutable(preferred)) return preferred;
  const found = findProgram("bash", env["PATH"]);
  if (found !== null) return found;
  throw new BellhopError(
    "start_failed",
    `No shell to run the command with: $SHELL is ${preferred ? `"${preferred}"` : "not set"}, and bash is not on PATH. Install bash, or set SHELL to a POSIX shell.`,
  );
}

/**
 * The words that run `command`. `set +m` in an interactive shell: with job control it would wait for
 * its background jobs, or take the terminal (original #10584).
 */
export function shellArguments(shell: string, mode: ShellMode, command: string): readonly string[] {
  return mode === "login" ? [shell, "-lic", `set +m; ${command}`] : [shell, "-c", command];
}
