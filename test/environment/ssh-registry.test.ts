import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { Registry } from "../../src/registry/registry.ts";
import { bytesIn } from "../support/elsewhere.ts";
import { allGone, marked, reopen, testRegistry } from "../support/registry.ts";
import { serveSsh, type Sshd } from "../support/sshd.ts";
import { until } from "../support/until.ts";

let sshd: Sshd;
let place = "";
beforeAll(async () => {
  sshd = await serveSsh(mkdtempSync(join(tmpdir(), "bellhop-")));
  place = `${sshd.name}?identity=${sshd.home}/.ssh/id_ed25519&knownHosts=${sshd.knownHosts}`;
});
afterAll(async () => sshd.close());

const logOf = (registry: Registry, id: string): string => bytesIn(join(registry.home, "procs", id)).toString();
const cut = (): void => sshd.sessions().forEach((pid) => process.kill(pid, "SIGKILL"));

test("[SSH-9] a connection that is cut again and again, and a restart of ours, lose no byte", async () => {
  let registry = await testRegistry();
  const lines = Array.from({ length: 3_000 }, (_, number) => `line ${number}\n`).join("");
  const command =
    "i=0; while [ $i -lt 3000 ]; do echo line $i; i=$((i+1)); [ $((i % 10)) != 0 ] || sleep 0.01; done; exit 5";
  const { id } = await registry.start({ command, environment: place, shell: "plain" });
  for (const number of [100, 700, 1_500]) {
    await until(() => logOf(registry, id).includes(`line ${number}\n`), { what: `line ${number}` });
    cut();
  }
  registry = await reopen(registry);
  cut();
  expect(await registry.wait(id, { timeoutSeconds: 40 })).toMatchObject({ status: "exited", exitCode: 5 });
  expect(logOf(registry, id)).toBe(lines);
});

test("[SSH-9] a kill ends the whole tree there", async () => {
  const registry = await testRegistry();
  const command = "trap '' TERM; setsid sleep 600 & (sleep 600 & wait) & echo up; wait";
  const { id } = await registry.start({ command, environment: place, shell: "plain" });
  await until(() => logOf(registry, id).includes("up"), { what: "the command to run" });
  expect(marked([id]).length).toBeGreaterThan(3);
  expect(await registry.kill(id, { source: "test" })).toMatchObject({ status: "killed" });
  await allGone(id);
});

const COUNT = process.env["PROVE"] === "1" ? 200 : 20;

test(`[SSH-9] ${COUNT} processes at once over one connection`, { timeout: 300_000 }, async () => {
  const registry = await testRegistry();
  const numbers = Array.from({ length: COUNT }, (_, number) => number);
  const started = await Promise.all(
    numbers.map((number) =>
      registry.start({ command: `echo ${number}; sleep 1; exit ${number % 9}`, environment: place, shell: "plain" }),
    ),
  );
  const ended = await Promise.all(started.map(({ id }) => registry.wait(id, { timeoutSeconds: 120 })));
  expect(ended.map((one) => ("exitCode" in one ? one.exitCode : one))).toEqual(numbers.map((number) => number % 9));
  expect(started.map(({ id }) => logOf(registry, id))).toEqual(numbers.map((number) => `${number}\n`));
  expect(sshd.sessions()).toHaveLength(1);
});
