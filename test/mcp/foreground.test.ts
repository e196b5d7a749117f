import { describe, expect, test, vi } from "vitest";

import { realClient, realHome } from "../daemon/real-home.ts";
import { testRegistry } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";
import type { Bellhop } from "../../src/core/contract.ts";
import { call, ERAS, httpOver, overHttp, overStdio, type Told } from "./clients.ts";

/** Begins a long command in the foreground; gives what was told of it meanwhile, and how to take the call back. */
async function begun(told: Told): Promise<{ readonly answer: Promise<unknown>; readonly takeBack: () => void }> {
  const progress: { readonly message?: string | undefined }[] = [];
  const controller = new AbortController();
  const answer = call(
    told,
    "terminal",
    { command: "echo at work; sleep 60; echo done" },
    { onprogress: (one) => void progress.push(one), signal: controller.signal },
  );
  answer.catch(() => undefined);
  await until(() => progress.some((one) => one.message === "at work"), { what: "progress", seen: () => progress });
  return { answer, takeBack: () => controller.abort() };
}

async function ends(bellhop: Bellhop): Promise<void> {
  await until(async () => (await bellhop.countRunning()) === 0, { what: "the end of the command" });
  expect(await bellhop.pending({ sessionKey: "talk" })).toEqual([]);
}

describe.each(ERAS)("a command in the foreground of a %s client", (era) => {
  test("[MCP-9, MCP-21] reports progress, and is killed when its call is taken back", async () => {
    const home = realHome();
    const told = await overStdio(home, era, "--session", "talk");
    const { answer, takeBack } = await begun(told);
    const registry = await realClient(home);
    expect(await registry.countRunning()).toBe(1);
    takeBack();
    await expect(answer).rejects.toThrow(/abort/i);
    await ends(registry);
    expect(await call(told, "terminal", { command: "echo next" })).toMatchObject({ output: "next\n", exit_code: 0 });
  });

  test("[MCP-9, MCP-21] the same over HTTP", async () => {
    vi.stubEnv("HOME", temporaryDirectory()); // Nobody's login files.
    const registry = await testRegistry();
    const told = await overHttp(await httpOver(registry), era, "?session=talk");
    const { answer, takeBack } = await begun(told);
    takeBack();
    await expect(answer).rejects.toThrow(/abort/i);
    await ends(registry);
    vi.unstubAllEnvs();
  });

  test("[MCP-21] ends with its client, and what runs in the background does not", async () => {
    const home = realHome();
    const told = await overStdio(home, era, "--session", "talk");
    await call(told, "terminal", { command: "sleep 60", background: true, name: "stays" });
    await begun(told);
    await told.client.close();
    const registry = await realClient(home);
    await until(async () => (await registry.countRunning()) === 1, { what: "the end of the command" });
    expect(await registry.poll("stays")).toMatchObject({ status: "running" });
  });
});
