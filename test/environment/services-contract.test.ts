import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SandboxSpec } from "../../src/core/environment-spec.ts";
import { parseEnvironment } from "../../src/core/environment-spec.ts";
import { environmentContract } from "../../src/adapters/environment/contract/contract.ts";
import { daytonaEnvironment } from "../../src/adapters/environment/daytona.ts";
import { e2bEnvironment } from "../../src/adapters/environment/e2b.ts";
import type { Environment } from "../../src/ports/environment.ts";
import { serveDaytona } from "../support/services/daytona.ts";
import type { DaytonaFacts } from "../support/services/daytona.ts";
import { serveE2b } from "../support/services/e2b.ts";
import type { LocalService } from "../support/services/http.ts";

const E2B_KEY = `e2b_${"0".repeat(40)}`;

describe("[PLACE-9] e2b", () => {
  let service: LocalService;
  const before = { ...process.env };
  beforeAll(async () => {
    service = await serveE2b({ sandbox: "i1234", key: E2B_KEY });
    Object.assign(process.env, { E2B_API_KEY: E2B_KEY, E2B_API_URL: service.url, E2B_SANDBOX_URL: service.url });
  });
  afterAll(async () => {
    for (const name of ["E2B_API_KEY", "E2B_API_URL", "E2B_SANDBOX_URL"])
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    await service.close();
  });
  const open = (name: string): Environment => e2bEnvironment(parseEnvironment(name) as SandboxSpec);

  for (const { rule, check } of environmentContract(() => Promise.resolve(open("e2b:i1234")), ["bytes"]))
    test.concurrent(`it ${rule}`, check);

  test("says that a sandbox is gone, and what to do", async () => {
    await expect(open("e2b:other").execute("true")).rejects.toMatchObject({
      name: "EnvironmentError",
      trouble: "gone",
      message: expect.stringContaining("e2b:other") as string,
    });
  });

  test("says that its key is refused", async () => {
    process.env["E2B_API_KEY"] = `e2b_${"1".repeat(40)}`;
    await expect(open("e2b:i1234").execute("true")).rejects.toMatchObject({ trouble: "refused" });
    process.env["E2B_API_KEY"] = E2B_KEY;
  });
});

describe.each(["shell", "split"] as const)("[PLACE-9] daytona, lines for a %s", (runs) => {
  const facts: DaytonaFacts = { sandbox: "box-1", key: "key-1", runs, state: "started" };
  let service: LocalService;
  beforeAll(async () => {
    service = await serveDaytona(facts);
  });
  afterAll(async () => service.close());
  const open = (name = "daytona:box-1", key = "key-1"): Environment =>
    daytonaEnvironment(parseEnvironment(name) as SandboxSpec, {
      DAYTONA_API_KEY: key,
      DAYTONA_API_URL: `${service.url}/api`,
    });

  for (const { rule, check } of environmentContract(() => Promise.resolve(open()), ["bytes", "stdin"]))
    test.concurrent(`it ${rule}`, check);

  test.each([
    ["daytona:other", "key-1", "gone"],
    ["daytona:box-1", "key-2", "refused"],
    ["daytona:box-1", "", "refused"],
  ])("%s with the key %j is %s", async (name, key, trouble) => {
    await expect(open(name, key).execute("true")).rejects.toMatchObject({ name: "EnvironmentError", trouble });
  });

  test.each([
    ["stopped", "stopped"],
    ["archived", "stopped"],
    ["paused", "paused"],
    ["destroyed", "gone"],
    ["error", "unreachable"],
  ])("a sandbox that is %s is %s, and runs again when it is started", async (state, trouble) => {
    const environment = open();
    facts.state = state;
    await expect(environment.execute("true")).rejects.toMatchObject({ trouble });
    facts.state = "started";
    expect(await environment.execute("echo back")).toEqual({ output: "back\n", exitCode: 0 });
  });
});
