import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import type { Registry } from "../../src/registry/registry.ts";
import { logOf, marked, pollOf, runPlain, testRegistry } from "../support/registry.ts";
import { until } from "../support/until.ts";
import { printed, startInTerminal } from "./support.ts";

const RUNS = Number(process.env["BELLHOP_PROVE_RUNS"] ?? 5);

test(
  "[TERM-22] 1 MB printed at the very end is in the log, and the exit code is exact",
  { timeout: 600_000 },
  async () => {
    const registry = await testRegistry();
    const expected = execFileSync("seq", ["1", "150000"]).toString().replaceAll("\n", "\r\n");
    for (let run = 0; run < RUNS; run++) {
      const { id, exitCode } = await runPlain(registry, `seq 1 150000; exit ${run % 200}`, { pty: true });
      const logs = rawLog(registry, id);
      expect([run, exitCode, logs.length, logs === expected]).toEqual([run, run % 200, expected.length, true]);
      await registry.remove(id);
    }
  },
);

function rawLog(registry: Registry, id: string): string {
  const directory = join(registry.home, "procs", id);
  return readdirSync(directory)
    .filter((name) => name.startsWith("log."))
    .toSorted()
    .map((name) => readFileSync(join(directory, name), "latin1"))
    .join("");
}

test.each([
  ["a pipeline", "echo up; yes | cat >/dev/null"],
  ["what ignores SIGTERM", "trap '' TERM HUP; echo up; while :; do sleep 0.1; done"],
  ["background jobs", "sleep 100 & sleep 100 & echo up; wait"],
  ["a daemon that left the session", "setsid sh -c 'sleep 100 & echo up; wait' & sleep 100"],
  ["a shell with job control", "bash --norc --noprofile -i"],
])("[TERM-21] a kill ends %s", async (name, command) => {
  const registry = await testRegistry();
  const { id } = await startInTerminal(registry, command);
  if (name.endsWith("job control")) {
    await registry.submit(id, "set +H; sleep 100 & sleep 100 & jobs; (sleep 100; echo) & echo u''p");
  }
  await printed(registry, id, "up");
  expect(terminalsHeld(registry)).toBe(1);
  expect(await registry.kill(id)).toMatchObject({ status: "killed", sessionId: id });
  expect((await registry.get(id))?.pids).toEqual([]);
  await until(() => marked([id]).length === 0, {
    what: "the shim to be gone",
    seen: () => marked([id]),
  });
  await until(() => terminalsHeld(registry) === 0, { what: "the terminal to be closed" });
});

/** How many of its terminals are held now. */
function terminalsHeld({ home }: Registry): number {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isHolder(name, home)).length;
}

function isHolder(pid: string, home: string): boolean {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, "latin1");
    return words.startsWith("script\0") && words.includes(home);
  } catch {
    return false;
  }
}

test("[TERM-21] a shell that ends takes its jobs with it, but for one that asked to stay, which is named and can be killed", async () => {
  const registry = await testRegistry();
  const { id } = await startInTerminal(registry, "bash --norc --noprofile -i");
  await registry.submit(id, "sleep 101 & nohup sleep 102 >/dev/null 2>&1 </dev/null & disown; echo u''p");
  await printed(registry, id, "up");
  await registry.submit(id, "kill -HUP $$");
  const ended = await registry.wait(id, { timeoutSeconds: 20 });
  expect(ended).toMatchObject({ status: "exited", signal: "SIGHUP" });
  const poll = await until(async () => {
    const now = await pollOf(registry, id);
    return now.leftoverPids?.length === 1 ? now : null;
  });
  expect(await registry.kill(id)).toMatchObject({ status: "already_exited", killedPids: poll.leftoverPids });
  await until(() => marked([id]).length === 0);
});

test("[TERM-21] when what holds the terminal is killed, the kernel hangs up, and the ending is known", async () => {
  const registry = await testRegistry();
  const { id, pid } = await startInTerminal(
    registry,
    "trap 'echo bye; exit 5' HUP; echo up; while :; do sleep 0.05; done",
  );
  await printed(registry, id, "up");
  const holder = parentOf(parentOf(pid ?? 0));
  process.kill(holder, "SIGKILL");
  const ended = await registry.wait(id, { timeoutSeconds: 20 });
  expect(ended.status).toBe("exited");
  await until(() => marked([id]).length === 0);
});

function parentOf(pid: number): number {
  return Number(/\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, "latin1"))?.[1]);
}

test(
  "[TERM-24] 100 kills, 100 commands that are not there and 100 removals leave no descriptor and no terminal",
  { timeout: 300_000 },
  async () => {
    const registry = await testRegistry();
    await round(registry);
    const before = descriptors();
    for (let turn = 0; turn < 10; turn++) await round(registry);
    await until(() => descriptors() <= before && terminalsHeld(registry) === 0, {
      what: "as many descriptors as before, and no terminal",
      seen: () => [before, descriptors(), terminalsHeld(registry), openTargets()],
    });
  },
);

async function round(registry: Registry): Promise<void> {
  const doomed = await Promise.all(Array.from({ length: 10 }, () => startInTerminal(registry, "cat")));
  await Promise.all(doomed.map(({ id }) => registry.write(id, "x")));
  await Promise.all(doomed.map(({ id }) => registry.kill(id)));
  const bad = await Promise.all(
    Array.from({ length: 10 }, () => runPlain(registry, "exec /no/such/program", { pty: true })),
  );
  expect(bad.map(({ exitCode }) => exitCode)).toEqual(bad.map(() => 127));
  await Promise.all([...doomed, ...bad].map(({ id }) => registry.remove(id)));
}

function descriptors(): number {
  return readdirSync("/proc/self/fd").length;
}

function openTargets(): readonly string[] {
  return readdirSync("/proc/self/fd").map((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`);
    } catch {
      return "";
    }
  });
}

test("[TERM-25] a shell with job control, started by a program in a terminal, stops nobody above it", async () => {
  const registry = await testRegistry();
  const inner = `
import { openRegistry } from ${JSON.stringify(join(import.meta.dirname, "../../dist/index.js"))};
import { readFileSync, rmSync, mkdtempSync } from "node:fs";
const home = mkdtempSync(process.env.TMPDIR + "/bellhop-");
const registry = await openRegistry({ home });
const { id } = await registry.start({ command: "bash --norc --noprofile -i", pty: true, shell: "login", env: { HOME: home } });
await registry.submit(id, "sleep 0.3 & fg; jobs; echo do''ne; exit 0");
const states = new Set();
for (let turn = 0; turn < 300 && (await registry.poll(id)).status === "running"; turn++) {
  states.add(/State:\\s+(\\S)/.exec(readFileSync("/proc/" + process.ppid + "/status", "latin1"))[1]);
  await new Promise((resolve) => setTimeout(resolve, 20));
}
const { status, outputPreview } = await registry.poll(id);
console.log("inner:", status, /^done$/m.test(outputPreview), [...states].includes("T"));
await registry.kill(id);
await registry.close();
rmSync(home, { recursive: true });
`;
  const { id } = await startInTerminal(
    registry,
    'bash --norc --noprofile -ic "$NODE --input-type=module -e \\"\\$SCRIPT\\"; echo outer \\$?"',
    { env: { SCRIPT: inner, NODE: process.execPath } },
  );
  expect(await registry.wait(id, { timeoutSeconds: 50 })).toMatchObject({ status: "exited" });
  expect((await logOf(registry, id)).output).toMatch(/inner: exited true false\nouter 0/);
});
