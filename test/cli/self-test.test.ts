import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

import { endAll } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";
import { bellhop, MAIN, start } from "./real-cli.ts";

interface Told {
  readonly ok: boolean;
  readonly home?: string;
  readonly checks: readonly { readonly name: string; readonly status: string; readonly detail: string }[];
}

/** A home that is not there yet. */
function newHome(): string {
  return join(temporaryDirectory(), "home");
}

test("[CLI-37] holds here, each trial of it, and leaves nothing", async () => {
  const home = newHome();
  const { code, out } = await bellhop(home, "doctor", "--self-test", "--json");
  const { ok, checks } = JSON.parse(out) as Told;
  expect(checks.filter(({ status }) => status !== "ok")).toEqual([]);
  expect([code, ok, checks.length]).toEqual([0, true, 22]);
  expect(readdirSync(dirname(home))).toEqual([]);
});

test("[CLI-37] what does not hold is told, with what was seen; its logs are kept, its processes are not", async () => {
  const home = newHome();
  const programs = temporaryDirectory();
  writeFileSync(join(programs, "script"), "#!/bin/sh\necho no terminal here\nexit 1\n", { mode: 0o755 });
  const path = `PATH=${programs}:${process.env["PATH"] ?? ""}`;
  const args = [path, process.execPath, MAIN, "doctor", "--self-test", "--json"];
  const { code, out } = await start(home, "env", args).ended;
  const told = JSON.parse(out) as Told;
  const failed = told.checks.filter(({ status }) => status !== "ok");
  expect([code, told.ok]).toEqual([1, false]);
  expect(failed.map(({ name }) => name)).toEqual([
    "a terminal",
    "the end of what a terminal shows",
    "a prompt",
    "the screen of a program",
  ]);
  expect(failed[0]?.detail).toBe('its code and size: [8,"30 120"] was promised, [1,"no terminal here"] was seen.');
  expect(readdirSync(told.home ?? "")).toEqual(expect.arrayContaining(["daemon.log", "procs"]));
  await endAll(told.home ?? "");
});

test("[CLI-37] Ctrl-C ends it, and all that it has started", async () => {
  const home = newHome();
  mkdirSync(home, { mode: 0o700 });
  const { child, seen, ended } = start(home, process.execPath, [MAIN, "doctor", "--self-test"]);
  await until(() => seen.out.includes("a child in the background"), { what: "some trials" });
  child.kill("SIGINT");
  expect((await ended).code).toBe(130);
  expect(readdirSync(home)).toEqual([]);
});
