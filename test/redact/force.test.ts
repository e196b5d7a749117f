import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { systemClock } from "../../src/adapters/clock/system.ts";
import { BellhopError } from "../../src/core/errors.ts";
import { fileLogger } from "../../src/surfaces/daemon/log-file.ts";
import { pollOf, reopen, startPlain, testRegistry } from "../support/registry.ts";
import { FakeIsolation } from "../support/fake-isolation.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { GIVEN, leaksIn, SECRETS } from "./secrets.ts";

const [A = "", , C = "", D = "", , , B = ""] = SECRETS;

test("[REDACT-26] a record holds no secret where redaction is off; outputs are told as they are", async () => {
  const registry = await testRegistry({ redactSecrets: false });
  const { id, name, command } = await startPlain(registry, `echo ${A}; : ${GIVEN}; sleep 60`, {
    env: { APP_PASSWORD: GIVEN },
    name: B,
    watchPatterns: [C, GIVEN],
    ready: { http: `http://127.0.0.1:9/${D}` },
    taskId: "t1",
  });
  await registry.transferOwnership(id, { fromOwner: "t1", toOwner: "t2", note: `with ${A}` });
  await registry.wait(id, { for: [{ kind: "pattern", pattern: A }] });
  expect(leaksIn(readFileSync(join(registry.home, "procs", id, "record.json"), "utf8") + name + command)).toEqual([]);
  expect((await pollOf(registry, id)).outputPreview).toBe(`${A}\n`);
  expect(await registry.poll(B)).toMatchObject({ sessionId: id });
  await registry.kill(B);
});

test.each([new BellhopError("start_failed", `bash: ${A}: bad ${GIVEN}`), new Error(`bash: ${A}: bad ${GIVEN}`)])(
  "[REDACT-26] a start that fails with %s repeats no secret",
  async (error) => {
    const isolation = new FakeIsolation();
    isolation.prepare = async () => {
      throw error;
    };
    const registry = await testRegistry({ redactSecrets: false, isolation });
    const options = { env: { APP_PASSWORD: GIVEN }, memoryMaxMb: 100 };
    await expect(startPlain(registry, `: ${A}`, options)).rejects.toMatchObject({
      code: "start_failed",
      message: expect.stringContaining("bash: ghp_Wo...d6JT: bad correc...aple") as unknown,
    });
  },
);

test("[REDACT-26] what an error quotes is masked in the log of the daemon", () => {
  const path = join(temporaryDirectory(), "daemon.log");
  fileLogger({ path, maxBytes: 10_000, clock: systemClock }).warn(`It failed: ${A}.`);
  expect(readFileSync(path, "utf8")).toMatch(/ warn It failed: ghp_Wo\.\.\.d6JT\.\n$/);
});

test("[REDACT-24] a name that looks like a secret is kept masked, and still calls its process", async () => {
  const registry = await testRegistry();
  const { id, name } = await startPlain(registry, "sleep 60", { name: A });
  expect(name).toBe("ghp_Wo...d6JT");
  const again = await reopen(registry);
  expect(await again.poll(A)).toMatchObject({ sessionId: id, name: "ghp_Wo...d6JT" });
  expect(await again.poll(name)).toMatchObject({ sessionId: id });
  await expect(startPlain(again, "sleep 60", { name: A })).rejects.toThrow(
    `A process named "ghp_Wo...d6JT" is running already: ${id}.`,
  );
  await again.kill(A);
});

test("[REDACT-16] values of the environment are masked after a restart of the registry as well", async () => {
  const registry = await testRegistry();
  const { id } = await startPlain(registry, `echo "is $APP_PASSWORD"; sleep 60`, { env: { APP_PASSWORD: GIVEN } });
  await registry.wait(id, { for: [{ kind: "pattern", pattern: "is" }] });
  const again = await reopen(registry);
  expect((await pollOf(again, id)).outputPreview).toBe("is correc...aple\n");
  await again.kill(id);
});
