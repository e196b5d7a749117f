import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { isObject, parseJson } from "../../src/base/json.ts";
import type { Bellhop, StartOptions } from "../../src/core/contract.ts";
import { createTools } from "../../src/surfaces/tools/create-tools.ts";
import type { ToolCaller } from "../../src/surfaces/tools/tool.ts";
import { FakeBellhop } from "../support/fake-bellhop.ts";
import { marked, testRegistry } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";
import { calls, HARMLESS, type Call } from "./malformed-calls.ts";

const FAKE_RUNS = process.env["PROVE"] ? 100_000 : 5_000;
const REAL_RUNS = process.env["PROVE"] ? 1_000 : 60;
const SEED = 20_261_130;
/** A call of the tests takes a few milliseconds. */
const HANG_MS = 20_000;
const KEPT = 8;

/** Processes end at once, but for the first; only the last few are kept. It remembers what it has started. */
class Forgetful extends FakeBellhop {
  readonly commands: string[] = [];

  override async start(options: StartOptions) {
    this.commands.push(options.command);
    const old = [...this.processes.keys()][1];
    if (this.processes.size > KEPT && old !== undefined) this.processes.delete(old);
    const begun = await super.start(options);
    if (this.processes.size > 1) this.finish(begun.id);
    return begun;
  }
}

/** Runs one call to its end, and says what it answers. */
async function answerOf(bellhop: Bellhop, caller: ToolCaller, { tool: name, args }: Call): Promise<object> {
  const tool = createTools(bellhop, caller).find((one) => one.name === name);
  const enough = new AbortController();
  const soon = setTimeout(() => enough.abort(), 20);
  const text = await beforeItHangs(tool?.run(args, { signal: enough.signal }));
  clearTimeout(soon);
  const answer: unknown = JSON.parse(String(text));
  if (!isObject(answer)) throw new Error(`The answer is no object: ${String(text)}`);
  return answer;
}

async function beforeItHangs<T>(answer: Promise<T> | undefined): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const hangs = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer in ${HANG_MS} ms.`)), HANG_MS);
  });
  return Promise.race([answer, hangs]).finally(() => clearTimeout(timer));
}

const CHILD: ToolCaller = { taskId: "sa-1", sessionKey: "chat", isSubagent: true, parentTaskId: "boss" };

describe("[MANAGE-10] [TOOL-8] malformed calls of both tools", () => {
  test(
    `${FAKE_RUNS} of them get a JSON text, and start nothing that was not asked for`,
    { timeout: 600_000 },
    async () => {
      const bellhop = new Forgetful();
      const { id } = await bellhop.start({ command: "first", ...CHILD });
      let begun = 0;
      await fc.assert(
        fc.asyncProperty(calls([id, id.slice(0, 9), "first"]), async (call) => {
          bellhop.commands.length = 0;
          const answer = await answerOf(bellhop, CHILD, call);
          if (call.isWrong) expect(answer).toMatchObject({ error: expect.any(String) as unknown });
          const asked = call.tool === "terminal" ? commandIn(call.args) : undefined;
          expect(bellhop.commands.every((command) => !call.isWrong && command === asked)).toBe(true);
          begun += bellhop.commands.length;
          bellhop.waiting.length = 0;
        }),
        { numRuns: FAKE_RUNS, seed: SEED },
      );
      expect({ asking: bellhop.asking, someBegun: begun > FAKE_RUNS / 50 }).toEqual({ asking: 0, someBegun: true });
      expect(({} as Record<string, unknown>)["session_id"]).toBeUndefined();
    },
  );

  test(`${REAL_RUNS} of them over real processes, which are ended afterwards`, { timeout: 600_000 }, async () => {
    const registry = await testRegistry();
    const env = { PATH: process.env["PATH"] ?? "", HOME: temporaryDirectory() };
    const caller = { ...CHILD, caller: { env, cwd: "/", umask: 0o22 } };
    const { id } = await registry.start({ command: "exec cat", stdin: "pipe", pty: true, shell: "plain", ...CHILD });
    await fc.assert(
      fc.asyncProperty(calls([id, id.slice(0, 9)]).filter(isHarmless), async (call) => {
        const known = (await registry.list()).length;
        const answer = await answerOf(registry, caller, call);
        if (call.isWrong) expect(answer).toMatchObject({ error: expect.any(String) as unknown });
        if (call.isWrong || call.tool !== "terminal") expect(await registry.list()).toHaveLength(known);
        await registry.killAll({ taskId: "sa-1", source: "kill_started" });
        for (const { eventId } of await registry.pending()) await registry.acknowledge([eventId]);
      }),
      { numRuns: REAL_RUNS, seed: SEED },
    );
    await registry.killAll({ source: "the test" });
    const ids = (await registry.list()).map(({ sessionId }) => sessionId);
    await until(() => marked(ids).length === 0, { what: "the end of what the calls have started" });
  });

  test("values that no JSON text holds", async () => {
    const bellhop = new FakeBellhop();
    const thrown = Object.create(null) as object;
    const wicked: readonly unknown[] = [
      Object.defineProperty({}, "action", { get: () => fail(thrown) }),
      { action: "poll", session_id: 1n },
      { action: "write", session_id: "p", data: Symbol("x") },
      { action: { toJSON: () => fail(thrown) } },
      new Proxy({}, { get: () => fail(new RangeError("no")) }),
      { command: Object.defineProperty({}, "trim", { get: () => fail(thrown) }) },
      Object.defineProperty({}, "command", { get: () => fail(thrown) }),
    ];
    for (const args of wicked)
      for (const tool of ["terminal", "process_manage"] as const)
        expect(await answerOf(bellhop, {}, { tool, args, isWrong: true })).toHaveProperty("error");
    expect(bellhop.processes.size).toBe(0);
  });
});

function fail(thrown: object): never {
  // oxlint-disable-next-line typescript/only-throw-error -- That it is none is the case.
  throw thrown;
}

/** The command of arguments that are an object, or the JSON text of one. */
function commandIn(args: unknown): unknown {
  const plain = typeof args === "string" ? parseJson(args) : args;
  return isObject(plain) ? plain["command"] : undefined;
}

/** What random arguments hold must not reach a shell, should they be taken by mistake. */
function isHarmless({ args }: Call): boolean {
  const command = commandIn(args);
  return typeof command !== "string" || HARMLESS.includes(command) || /^(?:\s*|true\0|x+)$/.test(command);
}
