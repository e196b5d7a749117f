import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { matching } from "../support/matchers.ts";
import { endMarked, logOf, pollOf, reopen, startPlain, testRegistry } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";

const notify = { notifyOnComplete: true } as const;
const directoryOf = (home: string, id: string) => join(home, "procs", id);

describe("[RECOVER-7] damage is set aside and said; everything else works on", () => {
  /** A home with a running process, an ended one whose event waits, and one damage. */
  async function damaged(damage: (home: string, running: string, ended: string) => void | Promise<void>) {
    const registry = await testRegistry();
    const running = await startPlain(registry, "echo alive; sleep 60");
    const ended = await startPlain(registry, "echo done; exit 5", notify);
    await until(async () => (await registry.list()).some((entry) => entry.status === "exited"));
    await registry.close();
    await damage(registry.home, running.id, ended.id);
    const warnings: string[] = [];
    const again = await reopen(registry, {
      logger: { info: () => undefined, warn: (message) => void warnings.push(message) },
    });
    return { again, running, ended, warnings };
  }

  test("the record of a running process", async () => {
    const { again, running, warnings } = await damaged((home, id) =>
      writeFileSync(join(directoryOf(home, id), "record.json"), "{"),
    );
    expect(await pollOf(again, running.id)).toMatchObject({
      status: "running",
      pid: running.pid,
      command: "echo alive; sleep 60",
      outputPreview: "alive\n",
    });
    expect(warnings).toEqual([
      matching(
        new RegExp(`^The record of ${running.id} could not be read; it was moved to .*/aside/record\\.json\\.$`),
      ),
    ]);
    expect((await again.kill(running.id)).status).toBe("killed");
  });

  test("the record and the spec of an ended process: its output and code are still there", async () => {
    const { again, ended } = await damaged((home, _, id) => {
      writeFileSync(join(directoryOf(home, id), "record.json"), "null");
      rmSync(join(directoryOf(home, id), "spec.json"));
    });
    expect(await pollOf(again, ended.id)).toMatchObject({
      status: "exited",
      exitCode: 5,
      command: "unknown",
      outputPreview: "done\n",
    });
  });

  test("a queued event: the completion is made again from the record", async () => {
    const { again, ended, warnings } = await damaged((home) => {
      const [name = ""] = readdirSync(join(home, "queue"));
      truncateSync(join(home, "queue", name), 10);
    });
    const told = (await again.drain()).map(({ event }) => event);
    expect(told).toMatchObject([{ sessionId: ended.id, exitCode: 5, output: "done\n" }]);
    expect(warnings[0]).toMatch(/^The queued event .* could not be read; it was moved to/);
  });

  test("a file that is no process directory", async () => {
    const { again, warnings } = await damaged((home) => writeFileSync(join(home, "procs", "rubbish"), "x"));
    expect([(await again.list()).length, warnings.length]).toEqual([2, 1]);
  });

  test("a receipt that no shim writes: the ending is not invented", async () => {
    const { again, running } = await damaged(async (home, id) => {
      await endMarked([id]);
      const directory = directoryOf(home, id);
      for (const name of readdirSync(directory)) if (/^(running|ended)/.test(name)) rmSync(join(directory, name));
      writeFileSync(join(directory, "ended.banana"), "");
    });
    expect(await pollOf(again, running.id)).toMatchObject({
      status: "exited",
      exitCode: null,
      completionReason: "lost",
      outputPreview: "alive\n",
    });
  });

  test("a log that is gone", async () => {
    const { again, ended } = await damaged((home, _, id) => {
      for (const name of readdirSync(directoryOf(home, id)))
        if (name.startsWith("log.")) rmSync(join(directoryOf(home, id), name));
    });
    expect(await pollOf(again, ended.id)).toMatchObject({ status: "exited", exitCode: 5, outputPreview: "" });
    expect(await logOf(again, ended.id)).toMatchObject({ output: "" });
  });

  test("a layout, a lock and a token that are rubbish", async () => {
    const { again } = await damaged((home) => {
      for (const name of ["layout", "lock", "token"]) writeFileSync(join(home, name), "\0{");
    });
    expect((await again.list()).length).toBe(2);
  });
});

test("[RECOVER-8] every file of a home, cut at every length, still opens, and loses neither the running process nor the ended one", async () => {
  const registry = await testRegistry();
  const running = await startPlain(registry, "echo alive; sleep 60");
  const ended = await startPlain(registry, "echo done; exit 5", notify);
  await until(async () => (await registry.list()).some((entry) => entry.status === "exited"));
  await registry.close();
  const copy = join(temporaryDirectory(), "copy");
  cpSync(registry.home, copy, { recursive: true, filter: (path) => !/\/(?:pipe|drained|spare)$/.test(path) });
  const [event = ""] = readdirSync(join(copy, "queue"));
  const files = [
    `procs/${running.id}/record.json`,
    `procs/${ended.id}/record.json`,
    `queue/${event}`,
    `procs/${ended.id}/spec.json`,
    "layout",
  ];
  for (const file of files) {
    const whole = readFileSync(join(copy, file));
    const step = Math.max(1, Math.floor(whole.length / 12));
    for (let length = 0; length < whole.length; length += step) {
      for (const name of ["queue", "aside"]) rmSync(join(registry.home, name), { recursive: true, force: true });
      cpSync(join(copy, "queue"), join(registry.home, "queue"), { recursive: true });
      for (const id of [running.id, ended.id]) {
        for (const name of ["record.json", "spec.json"])
          cpSync(join(copy, "procs", id, name), join(directoryOf(registry.home, id), name));
      }
      writeFileSync(join(registry.home, file), whole.subarray(0, length));
      const again = await reopen(registry);
      const told = await again.pending();
      expect([
        file,
        length,
        (await pollOf(again, running.id)).status,
        (await pollOf(again, ended.id)).exitCode,
        told.length,
      ]).toEqual([file, length, "running", 5, 1]);
      await again.close();
    }
  }
});
