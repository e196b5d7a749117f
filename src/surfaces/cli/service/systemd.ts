import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

import { BellhopError } from "../../../core/errors.ts";
import { SYSTEMD_UNIT, systemdUnit, unitServes } from "../../../core/service/systemd-unit.ts";
import { packageVersion } from "../../../base/version.ts";
import { unitPath } from "../../client/service.ts";
import { untilAnswering } from "./answering.ts";
import { sealed } from "./file.ts";
import type { ServiceHost, ServiceManager } from "./manager.ts";

/** logind keeps an empty file there for each user that lingers. */
const LINGERING = "/var/lib/systemd/linger";

/** The systemd of the user (systemctl(1), `--user`). */
export function systemdManager(host: ServiceHost): ServiceManager {
  const path = unitPath(host.env);
  return {
    path,
    text: sealed(systemdUnit(host.spec), ["# ", ""]),
    isForHome: (text) => unitServes(text, host.spec.home),
    startLine: "bellhop daemon install --now",
    activate: (isChanged) => activate(host, path, isChanged),
    deactivate: () => deactivate(host, path),
    notes: async () => (lingers(host.user) ? [] : [notLingering(host.user)]),
  };
}

/** Whether the manager of a user lives while the user is not logged in. */
export function lingers(user: string): boolean {
  return existsSync(join(LINGERING, user));
}

/** What it means when it does not, and what to do. */
export function notLingering(user: string): string {
  return `Lingering is off for ${user}: with the last logout systemd ends this daemon and its jobs, and with a reboot it starts at the next login only. Turn it on with: loginctl enable-linger ${user}`;
}

async function activate(host: ServiceHost, path: string, isChanged: boolean): Promise<number> {
  await checkManager(host);
  await must(host, "daemon-reload");
  // By its path: the manager may look in other directories than those of our variables, and links it then.
  await must(host, "enable", path);
  const servicePid = await mainPid(host);
  const remote = await host.daemon();
  const { pid = 0, version = "" } = remote?.daemon ?? {};
  if (!isChanged && pid !== 0 && pid === servicePid && version === packageVersion()) {
    await remote?.close();
    return pid;
  }
  if (remote && pid !== servicePid) await host.stepDown(remote);
  else await remote?.close();
  await host.run("systemctl", "--user", "reset-failed", SYSTEMD_UNIT); // One that failed too often would not start.
  await must(host, "restart", SYSTEMD_UNIT);
  return untilAnswering(
    host,
    async (answering) => answering === (await mainPid(host)),
    () => whyDown(host),
  );
}

async function deactivate(host: ServiceHost, path: string): Promise<void> {
  await host.run("systemctl", "--user", "disable", "--now", SYSTEMD_UNIT);
  // Where there is no manager to do it: what it would find at its next start.
  rmSync(join(dirname(path), "default.target.wants", SYSTEMD_UNIT), { force: true });
  rmSync(path, { force: true });
  await host.run("systemctl", "--user", "daemon-reload");
}

async function checkManager({ run, user }: ServiceHost): Promise<void> {
  const { code, err } = await run("systemctl", "--user", "show", "--property=Version");
  if (code === 0) return;
  const why =
    code === null && /ENOENT/.test(err) ? "there is no systemctl here" : (err.trim().split("\n").at(-1) ?? "no answer");
  throw new BellhopError(
    "service_unavailable",
    `The file is written, but no systemd user manager answers for ${user} (${why}), so the service was not started. ` +
      `Log in as ${user} itself rather than with su or sudo, or run as root: loginctl enable-linger ${user}. Then run: bellhop daemon install --now`,
  );
}

async function must({ run }: ServiceHost, ...words: readonly string[]): Promise<void> {
  const { code, err } = await run("systemctl", "--user", ...words);
  if (code === 0) return;
  throw new BellhopError(
    "service_unavailable",
    `systemctl --user ${words.join(" ")} failed (${code === null ? "no answer" : `exit code ${code}`}): ${err.trim()}`,
  );
}

/** 0 when it does not run. */
async function mainPid(host: ServiceHost): Promise<number> {
  return Number((await properties(host, ["MainPID"])).get("MainPID") ?? 0);
}

/** A sentence when it will not come up any more. */
async function whyDown(host: ServiceHost): Promise<string | null> {
  const values = await properties(host, ["ActiveState", "Result", "ExecMainStatus"]);
  const state = values.get("ActiveState");
  if (state !== "failed" && state !== "inactive") return null;
  const how = `${values.get("Result")}, exit code ${values.get("ExecMainStatus")}`;
  return `${SYSTEMD_UNIT} did not stay up (${how}). See: journalctl --user -u bellhop, and ${host.spec.home}/daemon.log`;
}

export async function properties(
  { run }: Pick<ServiceHost, "run">,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { out } = await run("systemctl", "--user", "show", `--property=${names.join(",")}`, SYSTEMD_UNIT);
  const pairs = out.trim().split("\n");
  return new Map(pairs.map((line) => [line.split("=")[0] ?? "", line.slice(line.indexOf("=") + 1)]));
}
