import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";

import { linuxProcessTable } from "../../src/adapters/process-table/linux.ts";
import type { ProcessRecord } from "../../src/core/record.ts";
import type { Registry } from "../../src/registry/registry.ts";
import { realClient, realHome } from "../daemon/real-home.ts";
import { endMarked, isAlive, logOf, marked, pollOf, reopen, startPlain, testRegistry } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";
import { ROWS } from "./kill-victims.ts";

const RUNS = process.env["PROVE"] ? 20 : 2;
const TIMEOUT_MS = RUNS * 30_000;
const table = linuxProcessTable();

/** Ends what a mark does not find, so that a failure leaves nothing behind either. */
function endNamed(output: string): void {
  for (const [, pid] of output.matchAll(/^pid (\d+)$/gm))
    if (isAlive(Number(pid))) process.kill(Number(pid), "SIGKILL");
}

/** What of a command still lives: what carries its mark and is no helper of its shim, and whoever it named with `pid N`. */
function survivors(id: string, shimPid: number, output: string): readonly number[] {
  const helpers = table.helpers(shimPid).map((entry) => entry.pid);
  const named = [...output.matchAll(/^pid (\d+)$/gm)].map(([, pid]) => Number(pid));
  return [
    ...marked([id]).filter((pid) => !helpers.includes(pid)),
    ...named.filter((pid) => table.identify(pid) !== null),
  ];
}

async function isUp(registry: Registry, id: string): Promise<boolean> {
  return /^up$/m.test((await logOf(registry, id)).output);
}

describe(`[KILL-10] the kill matrix: nothing survives, and the receipt is true (${RUNS} runs each)`, () => {
  test.each(ROWS.map((row) => [row.name, row] as const))(
    "%s",
    async (_, { start, kill, ending, output }) => {
      const registry = await testRegistry({ killGraceMs: 300 });
      for (let run = 0; run < RUNS; run++) {
        const { id } = await registry.start({ cwd: temporaryDirectory(), ...start });
        const shimPid = (await registry.get(id))?.shimPid ?? 0;
        await until(() => isUp(registry, id), { what: "the command to be up" });
        const answer = await registry.kill(id, kill);
        const printed = (await logOf(registry, id)).output;
        onTestFinished(async () => endNamed((await logOf(registry, id)).output));
        const { status, exitCode, signal, completionReason, terminationSource } = answer;
        expect({
          status,
          exitCode,
          signal,
          completionReason,
          terminationSource,
          left: survivors(id, shimPid, printed),
        }).toEqual({
          signal: undefined,
          ...ending,
          status: "killed",
          completionReason: "killed",
          terminationSource: "process.kill",
          left: [],
        });
        if (output !== undefined) expect(printed).toBe(output);
        await until(() => marked([id]).length === 0, { what: "the shim to be gone, too" });
        expect(await pollOf(registry, id)).toMatchObject({ status: "exited", ...ending, completionReason: "killed" });
      }
    },
    TIMEOUT_MS,
  );
});

test(
  "[KILL-5] two kills at once: one answer, one signal to the parent",
  async () => {
    const registry = await testRegistry();
    for (let run = 0; run < RUNS; run++) {
      const { id } = await startPlain(
        registry,
        `exec python3 -uc 'import signal, sys, time
def bye(*_): print("asked"); time.sleep(0.1); sys.exit(4)
signal.signal(signal.SIGTERM, bye); print("up"); time.sleep(60)'`,
      );
      await until(() => isUp(registry, id));
      const [one, two] = await Promise.all([
        registry.kill(id),
        registry.kill(id, { source: "other", signal: "SIGINT" }),
      ]);
      expect(one).toMatchObject({
        status: "killed",
        exitCode: 4,
        terminationSource: "process.kill",
        output: "up\nasked\n",
      });
      expect(two).toEqual(one);
    }
  },
  TIMEOUT_MS,
);

/** In a session of its own, with a child in it. It would write every signal that reaches one of them into `ears`. */
function stranger(ears: string): number {
  const code = `
import os, signal
every = set(range(1, 32)) - {9, 17, 19}
signal.pthread_sigmask(signal.SIG_BLOCK, every)
out = os.open("${ears}", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
os.fork() and os.write(out, b"up ")
while True: os.write(out, str(signal.sigwaitinfo(every).si_signo).encode())`;
  const child = spawn("python3", ["-c", code], { detached: true, stdio: "ignore" });
  onTestFinished(() => void process.kill(-(child.pid ?? 0), "SIGKILL"));
  return child.pid ?? 0;
}

test(
  "[KILL-11] a pid that a stranger has by now is never signalled, nor is its session; the kill says so and invents no code",
  async () => {
    for (let run = 0; run < RUNS; run++) {
      const registry = await testRegistry();
      const directory = temporaryDirectory();
      const ears = join(directory, "ears");
      const pid = stranger(ears);
      await until(() => textOf(ears) === "up ", { what: "the stranger to listen" });
      const { id } = await startPlain(registry, "sleep 60");
      await registry.close();
      await endMarked([id]);
      const path = join(registry.home, "procs", id, "record.json");
      const record = JSON.parse(readFileSync(path, "utf8")) as ProcessRecord;
      const reused = { bootId: table.bootId, pid, startTicks: 1 };
      writeFileSync(path, JSON.stringify({ ...record, job: reused }));
      const again = await reopen(registry);
      expect(await again.kill(id)).toMatchObject({
        status: "already_exited",
        exitCode: null,
        completionReason: "lost",
        terminationSource: "pid_reused",
      });
      process.kill(-pid, "SIGSYS"); // The highest number, so that both hear it after anything else.
      await until(() => textOf(ears).split("31").length === 3, { what: "the stranger and its child to have heard us" });
      expect(textOf(ears)).toBe("up 3131");
    }
  },
  TIMEOUT_MS,
);

test(
  "[KILL-12] a daemon that is killed between TERM and KILL: the next one finishes the kill",
  async () => {
    const config = join(temporaryDirectory(), "bellhop");
    mkdirSync(config);
    writeFileSync(join(config, "config.json"), JSON.stringify({ terminal: { daemon_term_grace_seconds: 0.2 } }));
    const client = await realClient(realHome(), { ...process.env, XDG_CONFIG_HOME: join(config, "..") });
    for (let run = 0; run < RUNS; run++) {
      const { id } = await client.start({
        command: "trap 'echo asked' TERM; setsid sleep 60 & echo up; while :; do sleep 0.02; done",
        shell: "plain",
      });
      await until(async () => /^up$/m.test((await logOf(client, id)).output));
      const killing = client.kill(id, { graceMs: 2_000 }).catch((error: unknown) => error);
      await until(async () => (await logOf(client, id)).output.includes("asked"), { what: "the SIGTERM to arrive" });
      process.kill(client.daemon.pid, "SIGKILL");
      await until(async () => (await pollOf(client, id)).status === "exited", {
        what: "the kill to be finished",
      });
      expect(await pollOf(client, id)).toMatchObject({
        exitCode: -9,
        signal: "SIGKILL",
        completionReason: "killed",
        terminationSource: "process.kill",
      });
      await until(() => marked([id]).length === 0, { what: "all of it to be gone" });
      await killing;
    }
  },
  TIMEOUT_MS,
);

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
