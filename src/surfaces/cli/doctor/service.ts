import { existsSync } from "node:fs";
import { userInfo } from "node:os";

import { SYSTEMD_UNIT, unitServes } from "../../../core/service/systemd-unit.ts";
import { DAEMON_PROGRAM } from "../../client/daemon-program.ts";
import { runTool, type ToolResult, unitPath, userManagerEnvironment } from "../../client/service.ts";
import { readServiceFile } from "../service/file.ts";
import { lingers, notLingering, properties } from "../service/systemd.ts";
import { ok, warn } from "./check.ts";
import type { Check, Patient } from "./check.ts";

/** There where systemd is the first process (sd_booted(3)). */
const BOOTED = "/run/systemd/system";
const INSTALL = "Run: bellhop daemon install --now";

/** What was found of the manager of this user. */
export interface UserManager {
  readonly run: (...words: readonly string[]) => Promise<ToolResult>;
  readonly user: string;
  /** Its version; null when none answers. */
  readonly version: string | null;
  /** Whether systemd runs at all. */
  readonly isBooted: boolean;
}

export async function findUserManager({ env }: Patient): Promise<UserManager> {
  const toolEnv = userManagerEnvironment(env);
  const run = (...words: readonly string[]): Promise<ToolResult> => runTool(words, toolEnv);
  const { code, out } = await run("systemctl", "--user", "show", "--property=Version", "--value");
  const version = code === 0 ? out.trim() : null;
  return { run, user: userInfo().username, version, isBooted: existsSync(BOOTED) };
}

/** Whether the daemon starts by itself, and what a logout does to it and to its jobs. */
export async function serviceChecks(patient: Patient, manager: UserManager): Promise<readonly Check[]> {
  return [managerCheck(manager, patient), await serviceCheck(patient, manager), await logoutCheck(patient, manager)];
}

function managerCheck({ version, user, isBooted }: UserManager, { env }: Patient): Check {
  const name = "user manager";
  if (version === null && !isBooted) return ok(name, "no systemd runs here; the daemon starts with the first command");
  if (version === null) {
    return warn(
      name,
      `systemd runs, but no user manager answers for ${user}`,
      `Log in as ${user} itself rather than with su or sudo, or run as root: loginctl enable-linger ${user}`,
    );
  }
  const bus = userManagerEnvironment(env)["DBUS_SESSION_BUS_ADDRESS"];
  if (bus !== undefined) return ok(name, `systemd ${version} answers; the bus is ${bus}`);
  return warn(name, `systemd ${version} answers, but there is no user bus`, "Install dbus-user-session (Debian).");
}

async function serviceCheck({ env, home }: Patient, manager: UserManager): Promise<Check> {
  const name = "service";
  const path = unitPath(env);
  const unit = readServiceFile(path);
  if (unit === null) return ok(name, "not installed; a daemon starts with the first command (bellhop daemon install)");
  if (!unitServes(unit, home)) return ok(name, `${path} is for another home`);
  if (!unitServes(unit, home, DAEMON_PROGRAM)) {
    return warn(name, `${path} runs another copy of Bellhop than this one`, INSTALL);
  }
  if (manager.version === null) return warn(name, `${path} is installed, and nobody is there to run it`, "See above.");
  const state = await properties(manager, ["UnitFileState", "ActiveState"]);
  const [file, active] = [state.get("UnitFileState") || "not known to systemd", state.get("ActiveState")];
  if (file === "enabled" || file === "linked") return ok(name, `${SYSTEMD_UNIT} is ${file} and ${active}`);
  return warn(name, `${SYSTEMD_UNIT} is ${file}: it does not start by itself`, INSTALL);
}

/**
 * Two things end processes at a logout: the user's manager, with all its services and scopes, when it does not linger;
 * and logind with all of the session, where `KillUserProcesses` is set (logind.conf(5)).
 */
async function logoutCheck({ env }: Patient, manager: UserManager): Promise<Check> {
  const name = "logout";
  if (!manager.isBooted) return ok(name, "no systemd runs here, which would end processes at a logout");
  const kills = await killsUserProcesses(manager);
  const isService = readServiceFile(unitPath(env)) !== null;
  if (lingers(manager.user)) {
    return kills === true && !isService
      ? warn(name, "lingering is on, but logind ends what was started from a session (KillUserProcesses=yes)", INSTALL)
      : ok(name, "lingering is on: jobs go on after a logout");
  }
  if (isService || kills === true) return warn(name, `jobs end with the last logout`, notLingering(manager.user));
  return warn(
    name,
    `jobs go on after a logout${kills === null ? ", unless logind has KillUserProcesses=yes" : ""}, except those in a scope of systemd (with limits): lingering is off`,
    `Run: loginctl enable-linger ${manager.user}`,
  );
}

/** Null when logind does not say. */
async function killsUserProcesses({ run }: UserManager): Promise<boolean | null> {
  const login = ["org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager"];
  const { code, out } = await run("busctl", "get-property", ...login, "KillUserProcesses");
  return code === 0 ? out.trim() === "b true" : null;
}
