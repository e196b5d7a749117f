import { afterAll, beforeAll, expect, test } from "vitest";
import type { SandboxSpec } from "../../src/core/environment-spec.ts";
import { parseEnvironment } from "../../src/core/environment-spec.ts";
import { environmentContract } from "../../src/adapters/environment/contract/contract.ts";
import { modalEnvironment } from "../../src/adapters/environment/modal.ts";
import type { Environment } from "../../src/ports/environment.ts";
import type { GrpcServer } from "../support/services/grpc.ts";
import { serveModal } from "../support/services/modal.ts";

const facts = { sandbox: "sb-1234", app: "agents", appName: "builder", key: "as-key", hasEnded: false };
const before = { ...process.env };
const OURS = ["MODAL_TOKEN_ID", "MODAL_TOKEN_SECRET", "MODAL_SERVER_URL", "MODAL_LOGLEVEL", "MODAL_CONFIG_PATH"];
let service: GrpcServer;

beforeAll(async () => {
  service = await serveModal(facts);
  const url = `http://127.0.0.1:${service.port}`;
  const values = ["ak-1", facts.key, url, "error", "/nowhere/modal.toml"];
  OURS.forEach((name, place) => (process.env[name] = values[place]));
});

afterAll(async () => {
  for (const name of OURS)
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  await service.close();
});

const opened = (name: string): Environment => modalEnvironment(parseEnvironment(name) as SandboxSpec);

for (const { rule, check } of environmentContract(() => Promise.resolve(opened("modal:sb-1234")), []))
  test.concurrent(`[PLACE-9] modal: it ${rule}`, check);

async function trouble(name: string): Promise<unknown> {
  const environment = opened(name);
  try {
    return await environment.execute("echo here");
  } catch (error) {
    return error;
  } finally {
    await environment.close();
  }
}

test("[PLACE-9] a sandbox of Modal is found by the name of its app and its own", async () => {
  expect(await trouble("modal:agents/builder")).toEqual({ output: "here\n", exitCode: 0 });
  expect(await trouble("modal:agents/other")).toMatchObject({ name: "EnvironmentError", trouble: "gone" });
});

test("[PLACE-9] a sandbox of Modal that has ended, or never was, is gone", async () => {
  expect(await trouble("modal:sb-other")).toMatchObject({ trouble: "gone" });
  facts.hasEnded = true;
  expect(await trouble("modal:sb-1234")).toMatchObject({ trouble: "gone" });
  facts.hasEnded = false;
});

test("[PLACE-9] Modal may refuse a key, and one may be missing", async () => {
  process.env["MODAL_TOKEN_SECRET"] = "another";
  expect(await trouble("modal:sb-1234")).toMatchObject({ trouble: "refused" });
  delete process.env["MODAL_TOKEN_SECRET"];
  expect(await trouble("modal:sb-1234")).toMatchObject({ trouble: "refused" });
  process.env["MODAL_TOKEN_SECRET"] = facts.key;
});
