import { expect, test } from "vitest";

import type { BellhopError } from "../../src/core/errors.ts";
import { operations } from "../../src/operations/index.ts";
import { explained } from "../../src/adapters/screen/load.ts";
import { Harness } from "../cli/harness.ts";
import { testClient, testDaemon } from "../daemon/harness.ts";
import { runPlain, testRegistry } from "../support/registry.ts";

const ESC = "\u001b";

function harness(): Harness {
  const made = new Harness();
  made.remote.add("proc_aaaa00000001", { name: "editor" });
  made.remote.answers.set("screen", ({ colors }) => ({
    session_id: "proc_aaaa00000001",
    rows: ["one", "", "two\u202e"],
    ...(colors === true ? { ansi: `${ESC}[0;31mone${ESC}[0m\n\ntwo\u202e${ESC}]0;x\u0007` } : {}),
    cursor: { row: 1, column: 4, visible: true },
  }));
  return made;
}

test("[SCREEN-13] prints the rows, and only them", async () => {
  expect(await harness().run("screen", "editor")).toEqual({ code: 0, out: "one\n\ntwo\n", err: "" });
});

test("[SCREEN-13] with colours nothing else acts on the terminal", async () => {
  const { out } = await harness().run("screen", "editor", "--colors");
  expect(out).toBe(`${ESC}[0;31mone${ESC}[0m\n\ntwo]0;x\n`);
});

test("[SCREEN-13] --json is the answer; a process that is not there has its exit code", async () => {
  const cli = harness();
  const { out } = await cli.run("screen", "editor", "--json");
  expect(JSON.parse(out)).toMatchObject({ rows: ["one", "", "two\u202e"], cursor: { column: 4 } });
  cli.remote.answers.set("screen", () => ({ status: "not_found", error: "No process with ID nobody" }));
  expect((await cli.run("screen", "nobody")).code).toBe(3);
});

test("[SCREEN-13] the operation checks its input, and answers in snake_case", async () => {
  const registry = await testRegistry();
  const { id } = await runPlain(registry, "printf 'a\\nb'");
  const screen = operations.find(({ name }) => name === "screen")!;
  const run = (input: object) => screen.run({ bellhop: registry, signal: new AbortController().signal }, input);
  expect(await run({ session_id: id, scrollback: 5 })).toMatchObject({
    rows: ["a", "b", ...Array.from({ length: 28 }, () => "")],
    scrollback: [],
    application_cursor_keys: false,
    log_cursor: 3,
  });
  expect(await run({ session_id: "proc_ffffffffffff" })).toMatchObject({ status: "not_found" });
  await expect(run({ session_id: id, scrollback: 5_000 })).rejects.toThrow("scrollback must be a whole number");
});

test("[SCREEN-14] a missing package is told with the command that installs it; another fault as it is", () => {
  const missing = Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
  const told = explained(missing) as BellhopError;
  expect([told.code, told.message.includes("npm install @xterm/headless")]).toEqual(["package_missing", true]);
  const other = new Error("other");
  expect(explained(other)).toBe(other);
});

test("[SCREEN-13] a client asks its daemon", async () => {
  const { home, bellhop } = await testDaemon();
  const client = await testClient(home);
  const { id } = await client.start({ command: "vim" });
  bellhop.print(id, "one\ntwo");
  expect(await client.screen(id, { colors: true, scrollback: 3 })).toEqual(await bellhop.screen(id));
  expect(await client.screen("proc_ffffffffffff")).toMatchObject({ status: "not_found" });
});
