import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

import { isOurs } from "../../base/private-directory.ts";
import { SERVICE_TOOL_DEADLINE_MS } from "../../core/limits.ts";
import { SYSTEMD_UNIT, unitServes } from "../../core/service/systemd-unit.ts";
import { DAEMON_PROGRAM } from "./daemon-program.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the unit of the daemon is when it is installed: `$XDG_CONFIG_HOME/systemd/user`, else `~/.config/systemd/user`. */
export function unitPath(env: Environment): string {
  const config = env["XDG_CONFIG_HOME"];
  const base = config && isAbsolute(config) ? config : join(env["HOME"] || homedir(), ".config");
  return join(base, "systemd", "user", SYSTEMD_UNIT);
}

/**
 * Asks the user's systemd to start the daemon of `home`, where it is installed for that home and this very program. So it does
 * not become a part of the caller's login session, whose end might be its own. False when there is no such service, or it did
 * not start; then the caller starts a daemon itself.
 */
export async function startService({
  home,
  env,
}: {
  readonly home: string;
  readonly env: Environment;
}): Promise<boolean> {
  const unit = process.platform === "linux" ? textOf(unitPath(env)) : undefined;
  if (unit === undefined || !unitServes(unit, home, DAEMON_PROGRAM)) return false;
  return (await runTool(["systemctl", "--user", "start", SYSTEMD_UNIT], userManagerEnvironment(env))).code === 0;
}

/**
 * `env` with what leads to the manager of this user: `sudo`, `su` and services of the system leave it out. Only to what is
 * the user's own.
 */
export function userManagerEnvironment(env: Environment): Environment {
  const candidates = [env["XDG_RUNTIME_DIR"] ?? "", `/run/user/${process.getuid?.()}`];
  const directory = candidates.find((candidate) => isAbsolute(candidate) && isOurs(candidate));
  if (directory === undefined) return env;
  const bus = join(directory, "bus");
  return {
    ...env,
    XDG_RUNTIME_DIR: directory,
    ...(isOurs(bus) ? { DBUS_SESSION_BUS_ADDRESS: `unix:path=${bus}` } : {}),
  };
}

export interface ToolResult {
  /** Null when it could not be run, was killed, or took too long. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a tool of the service manager to its end, without translations. Never rejects. */
export function runTool(words: readonly string[], env: Environment): Promise<ToolResult> {
  const [program = "", ...rest] = words;
  const options = { env: { ...env, LC_ALL: "C" }, timeout: SERVICE_TOOL_DEADLINE_MS, killSignal: "SIGKILL" } as const;
  return new Promise((resolve) => {
    const child = execFile(program, rest, options, (error, out, err) => {
      const code = error === null ? 0 : error.code;
      resolve({ code: typeof code === "number" ? code : null, out, err: err || (error?.message ?? "") });
    });
    child.stdin?.end();
  });
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
