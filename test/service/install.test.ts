import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";

import { canRun, mustRun } from "../isolation/left-out.ts";
import { whyNoSystemd } from "../isolation/systemd-machine.ts";
import { matching } from "../support/matchers.ts";
import { until } from "../support/until.ts";
import { bootInstalled, type InstalledMachine } from "./installed-machine.ts";

const why = whyNoSystemd();
const UNIT = ".config/systemd/user/bellhop.service";
/** Counts until it is released, and exits with 7. */
const COUNT = "n=0; until [ -e ~agent/go ]; do echo $n; n=$((n+1)); sleep 0.02; done; exit 7";

interface Shown {
  readonly pid: number;
  readonly status: string;
}

/** The tests build on each other: one machine, one service, one job that lives through all of it. */
describe.runIf(canRun("The tests of the service", why))("the daemon as a service of systemd", () => {
  let machine: InstalledMachine;
  let job = "";
  let jobPid = 0;

  beforeAll(async () => {
    mustRun(why);
    const directory = mkdtempSync(join(tmpdir(), "bellhop-"));
    try {
      machine = await bootInstalled(directory);
    } catch (error) {
      rmSync(directory, { recursive: true });
      throw error;
    }
    return () => {
      machine.down();
      rmSync(directory, { recursive: true });
    };
  });

  const daemonPid = (): number =>
    (JSON.parse(machine.bellhop("daemon", "status", "--json")) as { readonly pid: number }).pid;
  /** That is enough: the job keeps its pid, and the daemon that answers is the service. */
  const state = (): object => {
    const { pid, status } = JSON.parse(machine.bellhop("show", job, "--json")) as Shown;
    return { pid, status, isService: daemonPid() === machine.servicePid() };
  };
  const unharmed = (): object => ({ pid: jobPid, status: "running", isService: true });

  test("[INST-3] --print writes nothing", () => {
    expect(machine.bellhop("daemon", "install", "--print")).toContain("\nKillMode=process\n");
    expect(machine.read(`${machine.home}/${UNIT}`)).toBeNull();
  });

  test("[INST-2, INST-4] --now: a daemon that runs steps down, the service takes its place, and the job goes on", () => {
    job = machine.bellhop("run", "--shell", "plain", "--", COUNT).trim();
    jobPid = (JSON.parse(machine.bellhop("show", job, "--json")) as Shown).pid;
    const before = daemonPid();
    const said = machine.bellhop("daemon", "install", "--now");
    expect(said).toBe(
      `bellhop: ${machine.home}/${UNIT} is written.\nbellhop: The daemon runs as a service (pid ${machine.servicePid()}).\n`,
    );
    expect([machine.read(`/proc/${before}/cmdline`), machine.systemctl("is-enabled", "bellhop"), state()]).toEqual([
      null,
      "enabled\n",
      unharmed(),
    ]);
  });

  test("[INST-5] doing it again changes nothing", () => {
    const pid = machine.servicePid();
    const said = machine.bellhop("daemon", "install", "--now");
    expect([said.includes("is up to date"), machine.servicePid()]).toEqual([true, pid]);
  });

  test("[INST-1] a job of the service outlives its restart", async () => {
    job = machine.bellhop("run", "--shell", "plain", "--", `: second; ${COUNT}`).trim();
    jobPid = (JSON.parse(machine.bellhop("show", job, "--json")) as Shown).pid;
    expect(machine.read(`/proc/${jobPid}/cgroup`)).toContain("/bellhop.service");
    const before = machine.servicePid();
    machine.systemctl("restart", "bellhop");
    expect(state()).toEqual(unharmed());
    expect(machine.servicePid()).not.toBe(before);
  });

  test("[INST-1] systemd starts a daemon again that was killed", async () => {
    const before = machine.servicePid();
    expect(before).toBeGreaterThan(1); // 0 would be our own process group.
    machine.run("kill", "-9", String(before));
    await until(() => ![0, before].includes(machine.servicePid()), { what: "another daemon" });
    expect(state()).toEqual(unharmed());
    machine.run("kill", "-9", String(daemonPid()));
    expect(state()).toEqual(unharmed()); // A command does not wait for systemd's pause.
  });

  test("[INST-1, INST-6] a stop leaves the job alone, and the next command starts the service again", async () => {
    machine.systemctl("stop", "bellhop");
    expect([machine.servicePid(), machine.read(`/proc/${jobPid}/cgroup`)]).toEqual([0, matching(/\/bellhop\.service/)]);
    expect(state()).toEqual(unharmed());
    machine.bellhop("daemon", "stop"); // As a newer client does.
    await until(() => machine.systemctl("show", "--property=ActiveState", "--value", "bellhop") === "inactive\n");
    expect(state()).toEqual(unharmed());
  });

  test("[INST-6] where the service cannot be started, a daemon is started without it", () => {
    const folder = `${machine.home}/${UNIT}.d`;
    const dropIn = "[Unit]\nAssertPathExists=/nowhere";
    machine.asUser("sh", "-c", `mkdir ${folder} && echo '${dropIn}' >${folder}/never.conf`);
    machine.systemctl("daemon-reload");
    machine.systemctl("stop", "bellhop");
    const { pid, status } = JSON.parse(machine.bellhop("show", job, "--json")) as Shown;
    expect([pid, status, machine.servicePid()]).toEqual([jobPid, "running", 0]);
    machine.asUser("rm", "-r", folder);
    machine.bellhop("daemon", "install", "--now");
    expect(state()).toEqual(unharmed());
  });

  test("[INST-1] nothing of its output and its code is lost", () => {
    machine.asUser("touch", `${machine.home}/go`);
    expect(machine.failing("wait", job)).toContain("exit code 7");
    const lines = machine.bellhop("logs", job).trim().split("\n");
    expect(lines.length).toBeGreaterThan(20);
    expect(lines).toEqual(lines.map((_, index) => String(index)));
  });

  test("[INST-7] doctor says how it stands, and what lingering does", () => {
    const details = (): ReadonlyMap<string, string> => {
      const { checks } = JSON.parse(machine.bellhop("doctor", "--json")) as { checks: Record<string, string>[] };
      return new Map(
        checks.map(({ name = "", status, detail, advice }) => [name, `${status}: ${detail} ${advice ?? ""}`]),
      );
    };
    const now = details();
    expect([now.get("service"), now.get("logout"), now.get("user manager"), now.get("limits")]).toEqual([
      "ok: bellhop.service is enabled and active ",
      "ok: lingering is on: jobs go on after a logout ",
      matching(/^ok: systemd \d+.* answers; the bus is unix:path=\/run\/user\/\d+\/bus /),
      matching(/by a systemd scope/),
    ]);
    machine.run("rm", "/var/lib/systemd/linger/agent");
    expect(details().get("logout")).toMatch(/^warn: jobs end with the last logout .*loginctl enable-linger agent/);
    expect(machine.bellhop("daemon", "install")).toMatch(
      /Lingering is off for agent: .* loginctl enable-linger agent\n$/,
    );
    machine.run("touch", "/var/lib/systemd/linger/agent");
  });

  test("[INST-1, INST-10] a job with limits has a scope of its own; where there is none, nothing is made in the unit's cgroup", () => {
    const limited = (): readonly [pid: number, cgroup: string] => {
      const id =
        machine
          .bellhop("run", "--shell", "plain", "--max-processes", "50", "--", "sleep 600")
          .match(/proc_\w+\n$/)?.[0] ?? "";
      const { pid } = JSON.parse(machine.bellhop("show", id.trim(), "--json")) as Shown;
      return [pid, machine.read(`/proc/${pid}/cgroup`) ?? ""];
    };
    const [scopedPid, scope] = limited();
    expect(scope).toMatch(/\/bellhop-worker-proc_\w+\.scope\n/);
    machine.run("mv", "/usr/bin/systemd-run", "/usr/bin/hidden");
    machine.systemctl("restart", "bellhop"); // The verdict of the last probe would hold for a minute.
    const [, unit] = limited();
    machine.run("mv", "/usr/bin/hidden", "/usr/bin/systemd-run");
    expect([unit, machine.read(`/proc/${scopedPid}/cgroup`)]).toEqual([matching(/\/bellhop\.service\n/), scope]);
    machine.bellhop("kill", "--all");
  });

  test("[INST-5] a file that somebody has changed, or for another home, is left alone unless --force is given", () => {
    const refused = (...words: readonly string[]): string => machine.failing("daemon", ...words);
    expect(refused("install", "--home", "/tmp/other")).toMatch(/is for another home, .*--force[^]*exit code 1\n$/);
    machine.asUser("sh", "-c", `echo 'Nice=5' >>${machine.home}/${UNIT}`);
    expect([refused("install"), refused("uninstall")]).toEqual([
      matching(/Somebody has changed .*--force[^]*exit code 1\n$/),
      matching(/Somebody has changed .*--force[^]*exit code 1\n$/),
    ]);
    expect(machine.bellhop("daemon", "install", "--force", "--now")).toContain("is written");
  });

  test("[INST-4] uninstall leaves jobs alone, and the next command starts a daemon of its own", () => {
    const id = machine.bellhop("run", "--shell", "plain", "--", "sleep 600").trim();
    const { pid } = JSON.parse(machine.bellhop("show", id, "--json")) as Shown;
    expect(machine.bellhop("daemon", "uninstall")).toContain("is removed. Jobs run on;");
    expect(machine.read(`${machine.home}/${UNIT}`)).toBeNull();
    expect(JSON.parse(machine.bellhop("show", id, "--json"))).toMatchObject({ pid, status: "running" });
    expect(machine.servicePid()).toBe(0);
    machine.bellhop("kill", id);
    machine.bellhop("daemon", "stop");
  });

  test("[INST-4] without a manager the file is written, and what to do is said", () => {
    const uid = machine.asUser("id", "-u").trim();
    machine.run("systemctl", "stop", `user@${uid}`);
    expect(machine.failing("daemon", "install", "--now")).toMatch(
      /The file is written, but no systemd user manager answers for agent .*loginctl enable-linger agent\. Then run: bellhop daemon install --now\nexit code 1\n$/,
    );
    expect(machine.read(`${machine.home}/${UNIT}`)).toContain("KillMode=process");
    expect(machine.bellhop("daemon", "uninstall")).toContain("is removed");
  });
});
