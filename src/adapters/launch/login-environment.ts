import { spawn } from "node:child_process";

import { LOGIN_ENVIRONMENT_AGE_MS, LOGIN_ENVIRONMENT_DEADLINE_MS } from "../../core/limits.ts";
import type { Clock } from "../../ports/clock.ts";

type Environment = Readonly<Record<string, string>>;

export interface LoginEnvironments {
  /** `env` with what a login shell adds to it, captured once; null when the shell did not answer in time. */
  apply(shell: string, env: Environment): Promise<Environment | null>;
}

/** Most login environments remembered: one for each shell, home directory, user and PATH that asked. */
const REMEMBERED_MAX = 16;
/** They belong to the one shell that was asked, not to the command. */
const OWN_OF_THE_SHELL: ReadonlySet<string> = new Set(["_", "SHLVL", "PWD", "OLDPWD", "PS1", "BELLHOP_PROC_ID"]);
const MARK = "bellhop-environment";

export function loginEnvironments(clock: Clock): LoginEnvironments {
  const remembered = new Map<string, { readonly atMs: number; readonly changes: Promise<Environment | null> }>();
  return {
    apply: async (shell, env) => {
      const key = [shell, env["HOME"], env["USER"], env["PATH"]].join("\0");
      let known = remembered.get(key);
      if (known === undefined || clock.now() - known.atMs > LOGIN_ENVIRONMENT_AGE_MS) {
        known = { atMs: clock.now(), changes: capture(shell, env) };
        remembered.delete(key);
        remembered.set(key, known);
        if (remembered.size > REMEMBERED_MAX) remembered.delete([...remembered.keys()][0] ?? "");
      }
      const changes = await known.changes;
      if (changes === null) remembered.delete(key);
      return changes && { ...env, ...changes };
    },
  };
}

/** The variables that differ in a login shell started with `env`. */
async function capture(shell: string, env: Environment): Promise<Environment | null> {
  const script = `set +m; printf '%s\\0' ${MARK}; exec cat /proc/self/environ`;
  const output = await outputOf(shell, ["-lic", script], env);
  const at = output?.lastIndexOf(`${MARK}\0`) ?? -1;
  if (output === null || at < 0) return null;
  const pairs = output
    .slice(at + MARK.length + 1)
    .split("\0")
    .filter((pair) => pair.includes("="));
  return Object.fromEntries(
    pairs
      .map((pair): [string, string] => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)])
      .filter(([name, value]) => !OWN_OF_THE_SHELL.has(name) && env[name] !== value),
  );
}

function outputOf(program: string, words: readonly string[], env: Environment): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(program, words, {
      env: { ...env },
      stdio: ["ignore", "pipe", "ignore"],
      detached: true,
      timeout: LOGIN_ENVIRONMENT_DEADLINE_MS,
      killSignal: "SIGKILL",
    });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.once("error", () => resolve(null));
    // `exit`, not `close`: something that a profile left in the background may hold the pipe open.
    child.once("exit", (code) => setImmediate(() => resolve(code === 0 ? Buffer.concat(chunks).toString() : null)));
  });
}
