import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { BellhopError } from "../../src/core/errors.ts";
import { operations } from "../../src/operations/index.ts";
import type { Operation } from "../../src/operations/operation.ts";
import { FakeBellhop } from "../support/fake-bellhop.ts";

const CALLER = { env: {}, cwd: "/", umask: 0o22 };
const TABLE: ReadonlyMap<string, Operation> = new Map(operations.map((operation) => [operation.name, operation]));

async function ask(name: string, input: unknown, bellhop = new FakeBellhop()): Promise<unknown> {
  const operation = TABLE.get(name)!;
  const context = { bellhop, signal: AbortSignal.timeout(50) };
  if (operation.kind !== "stream") return operation.run(context, input);
  const items: unknown[] = [];
  for await (const item of operation.run(context, input)) items.push(item);
  return items;
}

async function refusal(name: string, input: unknown): Promise<string> {
  const outcome = await ask(name, input).then(
    (answer) => `answered: ${JSON.stringify(answer)}`,
    (error: unknown) => error as BellhopError,
  );
  if (typeof outcome === "string") return outcome;
  expect(outcome.code).toBe("invalid_argument");
  return outcome.message;
}

const SECONDS = "a number of seconds above 0";
const ID = "an id, a unique prefix of one, or a name (1 to 128 characters)";
const COMMAND = "a shell command of 1 to 130000 bytes without NUL";
const READY =
  "an object with one of port (1 to 65535), pattern (a text) and http (an address that begins with http:// or https://)";
const LONG = "x".repeat(200);

describe("what a sender gets wrong", () => {
  test.each<[name: string, input: unknown, sentence: string]>([
    ["wait", { session_id: "p", timeout: -1 }, `timeout must be ${SECONDS}; got -1.`],
    ["wait", { session_id: "p", timeout: 0 }, `timeout must be ${SECONDS}; got 0.`],
    ["wait", { session_id: "p", timeout: "abc" }, `timeout must be ${SECONDS}; got "abc".`],
    ["wait", { session_id: "p", timeout: "5" }, `timeout must be ${SECONDS}; got "5".`],
    ["wait", { session_id: "p", timeout: Number.NaN }, `timeout must be ${SECONDS}; got NaN.`],
    ["wait", { session_id: "p", timeout: JSON.parse("1e999") as unknown }, `timeout must be ${SECONDS}; got Infinity.`],
    ["wait", { session_id: "p", timeout: null }, `timeout must be ${SECONDS}; got null.`],
    ["wait", { session_id: "p", timeout: [5] }, `timeout must be ${SECONDS}; got an array.`],
    [
      "wait",
      { session_id: "p", timeout_seconds: {} },
      `timeout_seconds must be ${SECONDS}; got a value of type object.`,
    ],
    [
      "wait",
      { session_id: "p", timeout: 1, timeout_seconds: 1 },
      "timeout must be given without timeout_seconds (they are the same); got 1.",
    ],
    ["wait", { session_id: "p", for: "exit" }, 'for must be a list of at most 16 conditions; got "exit".'],
    [
      "wait",
      { session_id: "p", for: Array(17).fill("exit") },
      "for must be a list of at most 16 conditions; got an array.",
    ],
    [
      "wait",
      { session_id: "p", for: ["exit", "port:x"] },
      'for must be port: with a whole number from 1 to 65535 behind it; got "port:x".',
    ],
    ["wait", { session_id: "p", since: -1 }, "since must be a whole number, 0 or more; got -1."],
    ["wait_many", {}, "session_ids is missing: wait_many takes a list of 1 to 256 ids."],
    ["wait_many", { session_ids: [] }, "session_ids must be a list of 1 to 256 ids; got an array."],
    ["wait_many", { session_ids: ["p"], all: 1 }, "all must be true or false; got 1."],
    ["poll", {}, `session_id is missing: poll takes ${ID}.`],
    ["poll", { session_id: "" }, `session_id must be ${ID}; got "".`],
    ["poll", { session_id: 4 }, `session_id must be ${ID}; got 4.`],
    ["poll", { session_id: "a\0b" }, `session_id must be ${ID}; got "a\\u0000b".`],
    ["poll", { session_id: LONG }, `session_id must be ${ID}; got "${"x".repeat(80)}…".`],
    ["poll", null, "The input of poll must be an object; got null."],
    ["poll", ["proc_1"], "The input of poll must be an object; got an array."],
    ["poll", "proc_1", 'The input of poll must be an object; got "proc_1".'],
    ["poll", { session_id: "p", id: "p" }, 'poll does not take an argument "id"; it takes session_id.'],
    [
      "poll",
      { session_id: "p", [LONG]: 1 },
      `poll does not take an argument "${"x".repeat(80)}…"; it takes session_id.`,
    ],
    [
      "poll",
      JSON.parse('{"session_id":"p","__proto__":{}}'),
      'poll does not take an argument "__proto__"; it takes session_id.',
    ],
    ["log", { session_id: "p", limit: 0 }, "limit must be a whole number, from 1 to 10000; got 0."],
    ["log", { session_id: "p", limit: 1.5 }, "limit must be a whole number, from 1 to 10000; got 1.5."],
    ["log", { session_id: "p", offset: -1 }, "offset must be a whole number, 0 or more; got -1."],
    ["log", { session_id: "p", since: 2 ** 60 }, `since must be a whole number, 0 or more; got ${2 ** 60}.`],
    [
      "log",
      { session_id: "p", since: 0, offset: 0 },
      "since must be given without offset (one counts bytes, the other lines); got 0.",
    ],
    ["log", { session_id: "p", raw: "yes" }, 'raw must be true or false; got "yes".'],
    [
      "log",
      { session_id: "p", grep: "a\0" },
      'grep must be a text of at most 1000 characters without NUL; got "a\\u0000".',
    ],
    ["start", { caller: CALLER }, `command is missing: start takes ${COMMAND}.`],
    ["start", { command: " \n", caller: CALLER }, `command must be ${COMMAND}; got " \\n".`],
    ["start", { command: "a\0", caller: CALLER }, `command must be ${COMMAND}; got "a\\u0000".`],
    ["start", { command: "é".repeat(65_001), caller: CALLER }, `command must be ${COMMAND}; got "${"é".repeat(80)}…".`],
    ["start", { command: "a", stdin: "tty", caller: CALLER }, 'stdin must be "null" or "pipe"; got "tty".'],
    ["start", { command: "a", env: { A: 1 }, caller: CALLER }, "env.A must be an object of names and texts; got 1."],
    [
      "start",
      { command: "a", env: { "A=B": "1" }, caller: CALLER },
      'env.A=B must be an object of names and texts; got "1".',
    ],
    [
      "start",
      { command: "a", name: "-x", caller: CALLER },
      'name must be a name of 1 to 64 letters, digits, ".", "_" or "-", beginning with a letter, digit or "_", and not like an id; got "-x".',
    ],
    [
      "start",
      { command: "a", caller: { ...CALLER, umask: 512 } },
      "caller.umask must be an object {env, cwd, umask} of the one who asks, since a job takes over his and not the daemon's; got 512.",
    ],
    ["start", { command: "a", ready: {} }, `ready must be ${READY}; got a value of type object.`],
    [
      "start",
      { command: "a", ready: { port: 1, pattern: "x" } },
      `ready must be ${READY}; got a value of type object.`,
    ],
    ["start", { command: "a", ready: { port: 70_000 } }, `ready.port must be ${READY}; got 70000.`],
    ["start", { command: "a", ready: { http: "localhost" } }, `ready.http must be ${READY}; got "localhost".`],
    [
      "start",
      { command: "a", ready_timeout_seconds: 0 },
      "ready_timeout_seconds must be a number of seconds above 0, at most 86400; got 0.",
    ],
    [
      "start",
      { command: "a", watch_patterns: "ERR" },
      'watch_patterns must be a list of at most 32 texts of 1 to 1000 characters without NUL; got "ERR".',
    ],
    [
      "start",
      { command: "a", heartbeat_seconds: -1 },
      "heartbeat_seconds must be a number of seconds from 0 to 2592000; got -1.",
    ],
    [
      "start",
      { command: "a", notify_url: "ftp://a" },
      'notify_url must be an address that begins with http:// or https://; got "ftp://a".',
    ],
    ["start", { command: "a", on_exit: " " }, `on_exit must be ${COMMAND}; got " ".`],
    [
      "kill",
      { session_id: "p", signal: "SIGNAL" },
      'signal must be the name of a signal, like "SIGINT"; got "SIGNAL".',
    ],
    ["kill", { session_id: "p", signal: 9 }, 'signal must be the name of a signal, like "SIGINT"; got 9.'],
    ["kill", { session_id: "p", grace_ms: -1 }, "grace_ms must be a whole number, from 0 to 3600000; got -1."],
    ["write", { session_id: "p" }, "write takes exactly one of data (a text) and data_base64 (bytes)."],
    ["write", { session_id: "p", data_base64: "?" }, 'data_base64 must be bytes in base64; got "?".'],
    ["submit", { session_id: "p" }, "data is missing: submit takes a text."],
    ["acknowledge", { event_ids: "e" }, 'event_ids must be a list of at most 10000 event ids; got "e".'],
    ["follow", { session_id: "p", from: "0" }, 'from must be a whole number, 0 or more; got "0".'],
    ["events", { session_key: 1 }, "session_key must be a text of at most 1000 characters without NUL; got 1."],
  ])("[OPS-1] %s %o", async (name, input, sentence) => {
    expect(await refusal(name, input)).toBe(sentence);
  });

  test("[OPS-2] whatever comes: an answer or an error with a code and a short sentence", async () => {
    const codes = new Set<string>();
    let longest = 0;
    const key = fc.constantFrom(
      "session_id",
      "timeout",
      "limit",
      "data",
      "command",
      "caller",
      "event_ids",
      "env",
      "signal",
      "__proto__",
    );
    const input = fc.oneof(fc.jsonValue(), fc.dictionary(key, fc.jsonValue()), fc.anything());
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...TABLE.keys()), input, async (name, raw) => {
        const bellhop = new FakeBellhop();
        await bellhop.start({ command: "sleep" });
        const { code, message } = await ask(name, raw, bellhop).then(
          () => ({ code: "none", message: "" }),
          (error: unknown) => error as BellhopError,
        );
        codes.add(code);
        longest = Math.max(longest, message.length);
      }),
      { numRuns: 3_000 },
    );
    expect([...codes].filter((code) => !["invalid_argument", "none", "not_found"].includes(code))).toEqual([]);
    expect(longest).toBeLessThan(600);
  });
});

describe("what is passed on", () => {
  test("[OPS-3] options get the names of the library, variables keep theirs", async () => {
    const bellhop = new FakeBellhop();
    const env = { snake_case: "1", camelCase: "2" };
    await ask("start", { command: "make", env, completion_output_chars: 5, caller: { ...CALLER, env } }, bellhop);
    expect([...bellhop.processes.values()][0]?.options).toEqual({
      command: "make",
      env,
      completionOutputChars: 5,
      caller: { ...CALLER, env },
    });
  });

  test("[OPS-3] what is told while it runs", async () => {
    const bellhop = new FakeBellhop();
    const watcher = { platform: "chat", chat_id: "1", interval: 30 };
    const ready = { http: "http://localhost:3000/" };
    const input = { watch_patterns: ["a"], heartbeat_seconds: 90.5, ready, watcher, on_exit: "true" };
    await ask("start", { command: "serve", ...input, caller: CALLER }, bellhop);
    expect([...bellhop.processes.values()][0]?.options).toEqual({
      command: "serve",
      watchPatterns: ["a"],
      heartbeatSeconds: 90.5,
      ready,
      watcher: { platform: "chat", chatId: "1", interval: 30 },
      onExit: "true",
      caller: CALLER,
    });
  });

  test("[OPS-3] a wait takes the original's word for its time, and the library's", async () => {
    const bellhop = new FakeBellhop();
    const { id } = await bellhop.start({ command: "sleep" });
    for (const input of [{ timeout: 0.001 }, { timeout_seconds: 0.001 }]) {
      expect(await ask("wait", { session_id: id, ...input }, bellhop)).toMatchObject({
        status: "timeout",
        process_running: true,
      });
    }
  });

  test("[OPS-4] an unknown process is a value", async () => {
    const calls = ["poll", "log", "wait", "kill", "show", "restart", "remove", "close_stdin"];
    const answers = await Promise.all(calls.map((name) => ask(name, { session_id: "nothing" })));
    expect(answers).toEqual(calls.map(() => ({ status: "not_found", error: "No process with ID nothing" })));
  });

  test("[OPS-5] every operation and argument says what it is", () => {
    const silent = operations.flatMap(({ name, description, input }) => [
      ...(/^[A-Z].*[.]$/.test(description) ? [] : [name]),
      ...Object.entries(input.shape).flatMap(([key, schema]) =>
        (schema as { description?: string }).description ? [] : [`${name}.${key}`],
      ),
    ]);
    expect(silent).toEqual([]);
    expect(new Set(TABLE.keys()).size).toBe(operations.length);
  });
});
