import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { logOf, reopen, runPlain, testRegistry } from "../support/registry.ts";
import { anyNumber, matching } from "../support/matchers.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { printed, startInTerminal } from "./support.ts";

test("[TERM-4] a terminal is 30 by 120 unless asked otherwise, and answers say so", async () => {
  const registry = await testRegistry();
  const sizes = await Promise.all(
    ([true, {}, { rows: 7 }, { rows: 50, cols: 200 }, false] as const).map(async (pty) => {
      const { id, exitCode } = await runPlain(registry, "tty | cut -c1-8; stty size; exit 3", { pty });
      const { output } = await logOf(registry, id);
      return [output.split("\n").slice(0, 2).join(" "), exitCode, (await registry.get(id))?.pty];
    }),
  );
  expect(sizes).toEqual([
    ["/dev/pts 30 120", 3, { rows: 30, cols: 120 }],
    ["/dev/pts 30 120", 3, { rows: 30, cols: 120 }],
    ["/dev/pts 7 120", 3, { rows: 7, cols: 120 }],
    ["/dev/pts 50 200", 3, { rows: 50, cols: 200 }],
    [matching(/^not a t/), 3, undefined],
  ]);
  const started = await startInTerminal(registry, "cat");
  const size = { rows: 30, cols: 120 };
  expect(started).toMatchObject({ pid: anyNumber(), pty: size });
  expect((await registry.list()).find(({ sessionId }) => sessionId === started.id)).toMatchObject({ pty: size });
});

test("[TERM-4] a login shell in a terminal prints nothing of its own", async () => {
  const registry = await testRegistry();
  const { id } = await registry.start({
    command: "echo out; echo err >&2; test -t 0; sh -c 'exit 4'",
    pty: true,
    env: { HOME: temporaryDirectory() },
  });
  expect(await registry.wait(id)).toMatchObject({ exitCode: 4 });
  expect((await logOf(registry, id)).output).toBe("out\nerr\n");
});

test.each([
  [{ rows: 0 }, /^pty\.rows must be a whole number from 1 to 1000; got 0/],
  [{ cols: 1001 }, /^pty\.cols must be/],
  [{ cols: 1.5 }, /^pty\.cols must be/],
  ["yes", /^pty must be true, false or an object of rows and cols/],
])("[TERM-5] %j is no terminal", async (pty, message) => {
  const registry = await testRegistry();
  await expect(registry.start({ command: "true", pty: pty as never })).rejects.toMatchObject({
    code: "invalid_argument",
    message: matching(message),
  });
  expect(await registry.list()).toEqual([]);
});

test("[TERM-6] the environment fits a terminal", async () => {
  const registry = await testRegistry();
  const caller = {
    env: { PATH: process.env["PATH"] ?? "", TERM: "dumb", COLUMNS: "10", LINES: "5" },
    cwd: "/",
    umask: 0o22,
  };
  const command = 'echo "$TERM $PAGER $GIT_PAGER [$COLUMNS$LINES]"';
  const outputs = await Promise.all(
    [{}, { TERM: "vt100", PAGER: "less", COLUMNS: "99" }].map(async (env) => {
      const { id } = await runPlain(registry, command, { pty: true, caller, env });
      return (await logOf(registry, id)).output;
    }),
  );
  expect(outputs).toEqual(["xterm-256color cat cat []\n", "vt100 less cat [99]\n"]);
});

test("[TERM-7] where nothing can hold a terminal there is a pipe, and everything says so", async () => {
  const nothing = { holdsTerminals: () => false, opensTerminals: () => false };
  const registry = await testRegistry(nothing);
  const started = await startInTerminal(registry, "read -r line; echo got $line");
  const note = matching(/no terminal.*Install util-linux/);
  expect(started).toMatchObject({ status: "running", note });
  expect(started).not.toHaveProperty("pty");
  expect(await registry.get(started.id)).toMatchObject({ stdin: "pipe", note });
  expect(await registry.sendKeys(started.id, ["up"])).toMatchObject({ status: "error", reason: "no_input" });
  expect(await registry.resize(started.id, { rows: 1, cols: 1 })).toMatchObject({ status: "error" });
  expect(await registry.submit(started.id, "it")).toEqual({ status: "ok", bytesWritten: 3 });
  await registry.wait(started.id);
  const next = await reopen(registry, nothing);
  expect(await next.poll(started.id)).toMatchObject({ outputPreview: "got it\n", note });
  const directory = join(registry.home, "procs", started.id);
  expect(JSON.parse(readFileSync(join(directory, "record.json"), "utf8"))).toMatchObject({ terminalMissing: true });
});

test("[TERM-8] a resize reaches the program, outlives the registry, and a restart begins with it", async () => {
  const registry = await testRegistry();
  const { id } = await startInTerminal(registry, "trap 'stty size' WINCH; echo up; while :; do sleep 0.05; done");
  await printed(registry, id, "up");
  expect(await registry.resize(id, { rows: 11, cols: 33 })).toEqual({ status: "ok", rows: 11, cols: 33 });
  await printed(registry, id, "11 33");
  await expect(registry.resize(id, { rows: 0, cols: 3 })).rejects.toMatchObject({ code: "invalid_argument" });
  const next = await reopen(registry);
  expect(await next.get(id)).toMatchObject({ pty: { rows: 11, cols: 33 } });
  expect(await next.screen(id)).toMatchObject({ size: { rows: 11, cols: 33 } });
  const again = await next.restart(id);
  expect(again).toMatchObject({ pty: { rows: 11, cols: 33 } });
  expect(await next.resize(id, { rows: 1, cols: 3 })).toMatchObject({ status: "already_exited" });
  expect(await next.resize("nobody", { rows: 1, cols: 3 })).toMatchObject({ status: "not_found" });
});
