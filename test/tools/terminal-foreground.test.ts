import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { TOOL_RESULT_MAX_CHARS } from "../../src/core/limits.ts";
import { allGone, logOf, reopen } from "../support/registry.ts";
import { until } from "../support/until.ts";
import { expectGolden, FACES, ground, settled, type Ground } from "./terminal-support.ts";

const MODEL_KEY = "sk-proj-abcdefghijklmnopqrstuvwx0123456789";

describe.each(FACES)("over %s", (face) => {
  test("[TOOLT-5] what ended in time is told by the answer alone", async () => {
    const on = await ground(face);
    const over = new AbortController();
    const told: string[] = [];
    const telling = (async () => {
      for await (const { text } of on.bellhop.events({ signal: over.signal })) told.push(text);
    })();
    expect(await on.run({ command: "seq 3; exec sleep 0.3" })).toEqual({
      output: "1\n2\n3\n",
      exit_code: 0,
      error: null,
    });
    const [entry] = await on.bellhop.list();
    expect(await on.bellhop.isCompletionConsumed(entry?.sessionId ?? "")).toBe(true);
    expect(await on.bellhop.pending()).toEqual([]);
    over.abort();
    await telling;
    expect(told).toEqual([]);
  });

  test("[TOOLT-5] output of several megabytes is complete at both ends, and each left-out line can be read", async () => {
    const on = await ground(face);
    const answer = await on.run({ command: "seq -f 'line %.0f' 0 299999" });
    const output = String(answer["output"]);
    const lines = output.split("\n");
    const marker = lines.findIndex((line) => line.startsWith("["));
    const [, left = "", from = ""] = /in (\d+) lines.* offset (\d+) /.exec(lines[marker] ?? "") ?? [];
    expect({
      first: lines[0],
      last: lines.at(-2),
      before: lines[marker - 1],
      behind: lines[marker + 1],
      isInSize: output.length <= TOOL_RESULT_MAX_CHARS,
      id: answer.session_id,
    }).toEqual({
      first: "line 0",
      last: "line 299999",
      before: `line ${Number(from) - 1}`,
      behind: `line ${Number(from) + Number(left)}`,
      isInSize: true,
      id: expect.stringMatching(/^proc_/) as unknown,
    });
    const page = await logOf(on.bellhop, answer.session_id ?? "", { offset: Number(from), limit: 10 });
    expect(page.output).toContain(`line ${from}\n`);
  });

  test("[TOOLT-10] how much was left out, and how to get it", async () => {
    const on = await ground(face);
    const { output, ...rest } = await on.run({ command: "seq 100000 119999" });
    const kept = String(output).replace(/^\d+\n/gm, "");
    expectGolden("foreground-long", settled({ output: kept, ...rest }, on));
  });

  test("[TOOLT-7] past its time it goes on, loses nothing, and its end is told", async () => {
    const on = await ground(face);
    const answer = await on.run({
      command: "echo one; until [ -e go ]; do sleep 0.05; done; echo two; (exit 5)",
      timeout: 0.4,
    });
    expect(answer).toMatchObject({ output: "one\n", exit_code: null, status: "yielded_to_background" });
    await on.registry.start({ command: "touch go", cwd: on.directory, shell: "plain" });
    const [told] = await until(async () => {
      const events = await on.bellhop.pending({ sessionKey: "talk" });
      return events.length > 0 && events;
    });
    expect(told?.event).toMatchObject({
      type: "completion",
      sessionId: answer.session_id,
      output: "one\ntwo\n",
      exitCode: 5,
    });
  });

  test("[TOOLT-7] whoever waited may be gone: it runs on, and its end is told", async () => {
    const on = await ground(face);
    const answering = on.run({ command: "echo begun; until [ -e go ]; do sleep 0.05; done; echo end" });
    await until(async () => (await on.registry.list())[0]?.outputPreview.includes("begun"));
    const again = await reopen(on.registry);
    writeFileSync(join(on.directory, "go"), "");
    const [told] = await until(async () => {
      const events = await again.pending({ sessionKey: "talk" });
      return events.length > 0 && events;
    });
    expect(told?.event).toMatchObject({ type: "completion", output: "begun\nend\n", exitCode: 0 });
    if (face === FACES[1]) await on.bellhop.close();
    expect(await answering).toMatchObject({ exit_code: null, session_id: told?.event.sessionId });
  });

  test("[TOOLT-7] a message of the user lets it go on in the background", async () => {
    const on = await ground(face);
    const user = new AbortController();
    const answering = on.run({ command: "echo begun; sleep 60" }, { yieldSignal: user.signal });
    await until(async () => (await on.bellhop.list())[0]?.outputPreview.includes("begun"));
    user.abort();
    const answer = await answering;
    expectGolden("foreground-yield", settled(answer, on));
    expect(await on.bellhop.poll(answer.session_id ?? "")).toMatchObject({ status: "running" });
  });

  test("[TOOLT-8] taken back, it is ended with all that it has started", async () => {
    const on = await ground(face);
    const call = new AbortController();
    const answering = on.run({ command: "printf begun; (sleep 61; echo) | cat; echo never" }, { signal: call.signal });
    const id = await until(async () => {
      const [entry] = await on.bellhop.list();
      return entry?.outputPreview.includes("begun") && entry.sessionId;
    });
    call.abort();
    expectGolden("foreground-interrupt", settled(await answering, on));
    await allGone(id);
    expect(await on.bellhop.pending()).toEqual([]);
  });

  test("[TOOLT-8] taken back before it began, nothing runs", async () => {
    const on = await ground(face);
    expectGolden("foreground-not-run", await on.run({ command: "touch ran" }, { signal: AbortSignal.abort() }));
    expect(existsSync(join(on.directory, "ran"))).toBe(false);
  });

  test("[TOOLT-8] ended by somebody else, it says by whom", async () => {
    const on = await ground(face);
    const answering = on.run({ command: "echo begun; sleep 60" });
    const id = await until(async () => {
      const [entry] = await on.bellhop.list();
      return entry?.outputPreview.includes("begun") && entry.sessionId;
    });
    await on.registry.kill(id, { source: "cli" });
    expectGolden("foreground-killed", settled(await answering, on));
  });

  test("[TOOLT-11] no secret in an error, whatever is turned off", async () => {
    const on = await ground(face, { redactSecrets: false });
    const name = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
    await on.run({ command: "sleep 60", background: true, name });
    const errors = [
      await on.run({ command: "sleep 60", background: true, name }),
      await on.run({ command: `npm run dev -- --key ${MODEL_KEY}` }),
      await on.run({ command: "sleep 60", background: true, ready: { http: `htp://${MODEL_KEY}` } }),
    ].map((answer) => String(answer["error"]));
    expect(errors.filter((error) => error.includes(name) || error.includes(MODEL_KEY))).toEqual([]);
    expect(errors).toEqual([
      expect.stringContaining("is running already") as unknown,
      expect.stringContaining("is a server") as unknown,
      expect.stringContaining("ready.http") as unknown,
    ]);
  });
});

describe("limits from the caller's environment", () => {
  const withEnv = (on: Ground, env: Record<string, string>) => ({
    as: { caller: { ...on.caller.caller, env: { ...on.caller.caller.env, ...env } } },
  });

  test("[TOOLT-9] TERMINAL_TIMEOUT is the time of a command that asks for none", async () => {
    const on = await ground(FACES[0]);
    const answer = await on.run({ command: "sleep 60" }, withEnv(on, { TERMINAL_TIMEOUT: "0.3" }));
    expect(answer).toMatchObject({
      status: "yielded_to_background",
      note: expect.stringContaining("0.3 s") as unknown,
    });
  });

  test("[TOOLT-9] TERMINAL_MAX_FOREGROUND_TIMEOUT is the cap", async () => {
    const on = await ground(FACES[0]);
    const env = withEnv(on, { TERMINAL_MAX_FOREGROUND_TIMEOUT: "10", TERMINAL_TIMEOUT: "20" });
    expect(await on.run({ command: "sleep 60", timeout: 11 }, env)).toMatchObject({
      promoted_from_foreground: expect.stringContaining("above the 10 s") as unknown,
    });
    expect(await on.run({ command: "echo hi", timeout: 10 }, env)).toEqual({
      output: "hi\n",
      exit_code: 0,
      error: null,
    });
    // What a command has that asks for nothing may be more (original).
    expect(await on.run({ command: "echo hi" }, env)).toEqual({ output: "hi\n", exit_code: 0, error: null });
  });

  test("[TOOLT-9] what is no number of seconds does not count", async () => {
    const on = await ground(FACES[0]);
    const env = withEnv(on, { TERMINAL_MAX_FOREGROUND_TIMEOUT: "soon", TERMINAL_TIMEOUT: "-1" });
    expect(await on.run({ command: "echo hi" }, env)).toEqual({ output: "hi\n", exit_code: 0, error: null });
    expect(await on.run({ command: "sleep 60", timeout: 601 }, env)).toMatchObject({
      promoted_from_foreground: expect.stringContaining("above the 600 s") as unknown,
    });
  });
});
