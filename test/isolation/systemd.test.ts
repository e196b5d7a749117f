import { rmSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";

import type { Confinement, Outcome } from "../../src/ports/isolation.ts";
import { matching } from "../support/matchers.ts";
import { until } from "../support/until.ts";
import { canRun, mustRun } from "./left-out.ts";
import { bootSystemd, type SystemdMachine, whyNoSystemd } from "./systemd-machine.ts";

interface Answer {
  readonly confinement: Confinement;
  readonly notes: readonly string[];
  readonly shim: number;
  readonly job: number | null;
  readonly outcome: Outcome | null;
}

const why = whyNoSystemd();

describe.runIf(canRun("The tests with a real systemd", why))("in a real systemd", () => {
  let machine: SystemdMachine;

  // What it returns is called when all tests have run.
  beforeAll(async () => {
    mustRun(why);
    const directory = mkdtempSync(join(tmpdir(), "bellhop-"));
    try {
      machine = await bootSystemd(directory);
    } catch (error) {
      rmSync(directory, { recursive: true });
      throw error;
    }
    return () => {
      machine.down();
      rmSync(directory, { recursive: true });
    };
  });

  const answerOf = (id: string): Answer => machine.answer(id) as Answer;
  const cgroupOf = (pid: number | null): string | undefined =>
    /^0::(.*)$/m.exec(machine.read(`/proc/${pid}/cgroup`) ?? "")?.[1];
  const names = (id: string): readonly string[] => machine.run("ls", `${machine.home}/${id}`).trim().split("\n");
  const isAlive = (pid: number): boolean => machine.read(`/proc/${pid}/cmdline`) !== null;

  test("[ISO-1][ISO-2][ISO-3] the whole shim lands in a scope of the user's own slice, and the exit code passes", async () => {
    const id = "proc_000000000001";
    machine.program("start", id, '{"cpuPercent":50}', "sleep 0.3; exit 7");
    const { confinement, shim, job } = answerOf(id);
    const uid = machine.asUser("id", "-u").trim();
    const slice = `/user.slice/user-${uid}.slice/user@${uid}.service/app.slice/bellhop-worker-${id}.scope`;
    expect([confinement, cgroupOf(shim), cgroupOf(job)]).toEqual([
      { kind: "systemd", unit: `bellhop-worker-${id}.scope`, cgroup: `/sys/fs/cgroup${slice}` },
      slice,
      slice,
    ]);
    await until(() => names(id).find((name) => name.startsWith("ended.")), { what: "the receipt" });
    expect(names(id)).toContain("ended.7");
    // Collected: nothing is left of the unit.
    await until(() => machine.asUser("sh", "-c", listed(uid)).trim() === "", { what: "the scope to be gone" });
  });

  test("[ISO-9] stop ends what escaped from every session, and a scope that is not there is clean", async () => {
    const id = "proc_000000000002";
    const command = "(setsid sh -c 'trap \"\" TERM; sleep 601' &) ; trap '' TERM; sleep 602 & wait";
    machine.program("start", id, '{"cpuPercent":50}', command);
    const scope = answerOf(id).confinement.cgroup ?? "";
    await until(() => (machine.read(`${scope}/cgroup.procs`) ?? "").split("\n").length > 6, { what: "all to run" });
    expect([machine.program("stop", id), machine.read(`${scope}/cgroup.procs`), machine.program("stop", id)]).toEqual([
      "true",
      null,
      "true",
    ]);
    expect(machine.run("sh", "-c", "pgrep -f 'sleep 60[12]' || true")).toBe("");
  });

  test("[ISO-4] a restart of the gateway's service spares what is in a scope, and nothing else", async () => {
    const properties = ["User=agent", "Environment=_BELLHOP_GATEWAY=1", "RemainAfterExit=no"];
    machine.run("systemd-run", "--unit", "gateway", ...properties.flatMap((one) => ["-p", one]), ...gatewayWords());
    const started = await gatewayState();
    const scoped = answerOf(started.name);
    expect([scoped.confinement.kind, isAlive(scoped.job ?? 0), isAlive(started.child)]).toEqual([
      "systemd",
      true,
      true,
    ]);
    machine.run("systemctl", "restart", "gateway");
    await until(() => !isAlive(started.child), { what: "the plain child to end with its service" });
    expect([isAlive(scoped.shim), isAlive(scoped.job ?? 0)]).toEqual([true, true]);
    machine.run("systemctl", "stop", "gateway");
    expect(machine.program("stop", started.name)).toBe("true");
    expect(isAlive(scoped.job ?? 0)).toBe(false);
  });

  /** Which controllers there are is the machine's: with the memory controller the kernel kills, without it the start says so. */
  test("[ISO-12][ISO-13] a memory limit holds for the scope, or else for each process, and the start says which", async () => {
    const id = "proc_000000000003";
    const command = "sleep 0.5; exec perl -e '$x = \"x\" x 200_000_000; print length $x'";
    machine.program("start", id, '{"memoryMaxMb":64}', command);
    const { notes, confinement } = answerOf(id);
    const hasController = machine.read(`${confinement.cgroup}/memory.max`) !== null;
    expect(notes).toEqual(hasController ? [] : [matching(/^memoryMaxMb 64 holds for each process by itself/)]);
    const receipt = await until(() => names(id).find((name) => name.startsWith("ended.")), { what: "the receipt" });
    expect(receipt).toMatch(hasController ? /^ended\.137$/ : /^ended\.(?:1|12)$/); // 12: perl tells ENOMEM.
  });

  function listed(uid: string): string {
    return `XDG_RUNTIME_DIR=/run/user/${uid} systemctl --user list-units --all --no-legend 'bellhop-*'`;
  }
  function gatewayWords(): readonly string[] {
    return [...machine.words, "gateway", machine.home];
  }
  async function gatewayState(): Promise<{ readonly name: string; readonly child: number }> {
    const text = await until(() => machine.read(`${machine.home}/gateway.json`), { what: "the gateway to be up" });
    return JSON.parse(text) as { name: string; child: number };
  }
});
