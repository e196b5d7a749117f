import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { allGone, reopen, testRegistry } from "../support/registry.ts";
import { localEnvironment } from "../support/local-environment.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";

test("[EWH-1] [EWH-11] [EWH-31] a registry runs, tells, restarts and kills there as here", async () => {
  const there = join(temporaryDirectory(), "there");
  mkdirSync(there);
  const options = { environments: { place: localEnvironment({ directory: there, ground: "dash", name: "place" }) } };
  const registry = await testRegistry(options);
  const command = `echo begun in $PWD; until [ -e "$HOME/go" ]; do sleep 0.05; done; echo ended; exit 4`;
  const one = await registry.start({ command, environment: "place", notifyOnComplete: true });
  const two = await registry.start({ command: "echo run; trap '' TERM; sleep 600 & wait", environment: "place" });
  await until(async () => JSON.stringify(await registry.log(one.id)).includes(`begun in ${there}`));
  const again = await reopen(registry, options);
  writeFileSync(join(there, "go"), "");
  const waited = await again.wait(one.id, { timeoutSeconds: 20 });
  expect(waited).toMatchObject({ status: "exited", exitCode: 4 });
  expect(JSON.stringify(await again.log(one.id))).toContain("ended");
  const killed = await again.kill(two.id, { source: "test" });
  expect(killed).toMatchObject({ status: "killed" });
  await allGone(two.id);
  expect(existsSync(join(again.home, "procs", two.id))).toBe(true);
  expect(readFileSync(join(again.home, "procs", one.id, "log.000000000000000"), "utf8")).toContain("ended");
});
