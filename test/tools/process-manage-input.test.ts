import { describe, expect, test } from "vitest";

import type { WaitManyOptions, WaitOptions } from "../../src/core/contract.ts";
import { FakeBellhop } from "../support/fake-bellhop.ts";
import { call, manageTool } from "./process-manage-ground.ts";

/** Remembers what it was asked. */
class Asked extends FakeBellhop {
  readonly calls: unknown[] = [];

  override poll(id: string) {
    this.calls.push(["poll", id]);
    return super.poll(id);
  }

  override log(id: string, options = {}) {
    this.calls.push(["log", id, options]);
    return super.log(id, options);
  }

  override wait(id: string, { signal: _, ...options }: WaitOptions = {}) {
    this.calls.push(["wait", id, options]);
    return super.wait(id, { timeoutSeconds: 0.001 });
  }

  override waitMany(ids: readonly string[], { signal: _, ...options }: WaitManyOptions = {}) {
    this.calls.push(["waitMany", ids, options]);
    return super.waitMany(ids, { timeoutSeconds: 0.001 });
  }

  override sendKeys(id: string, keys: readonly string[]) {
    this.calls.push(["keys", id, keys]);
    return super.sendKeys(id, keys);
  }

  override screen(id: string) {
    this.calls.push(["screen", id]);
    return super.screen(id);
  }

  override async paste(id: string, text: string) {
    this.calls.push(["paste", id, text]);
    return super.paste(id, text);
  }
}

const PORT = { kind: "port", port: 3000 };

describe("[MANAGE-2] what models mean", () => {
  test.each<[args: unknown, asked: unknown]>([
    ['{"action":"poll","session_id":"p"}', ["poll", "p"]],
    [{ action: "poll", session_id: 4711 }, ["poll", "4711"]],
    [{ action: "poll", session_id: ["p"] }, ["poll", "p"]],
    [{ action: "poll", session_id: '["p"]' }, ["poll", "p"]],
    [{ action: "poll", session_id: "4e56" }, ["poll", "4e56"]],
    [{ action: "poll", session_id: "[p" }, ["poll", "[p"]],
    [{ action: "poll", session_ids: ["p"], session_id: "" }, ["poll", "p"]],
    [{ action: "poll", session_id: "p", session_ids: null, data: null, extra: {} }, ["poll", "p"]],
    [
      { action: "log", session_id: "p", offset: "3", limit: "20", grep: 500 },
      ["log", "p", { offset: 3, limit: 20, grep: "500" }],
    ],
    [{ action: "log", session_id: "p", cursor: "17" }, ["log", "p", { since: 17, maxBytes: 50_000 }]],
    [{ action: "wait", session_id: "p", timeout: "2.5" }, ["wait", "p", { timeoutSeconds: 2.5 }]],
    [{ action: "wait", session_id: "p", for: "ready, port:3000" }, ["wait", "p", { for: [{ kind: "ready" }, PORT] }]],
    [{ action: "wait", session_id: "p", for: ["port:3000"], since: 4 }, ["wait", "p", { for: [PORT], since: 4 }]],
    [{ action: "wait", session_id: "p", for: '["port:3000"]' }, ["wait", "p", { for: [PORT] }]],
    [{ action: "wait", session_id: "p", ready: "true" }, ["wait", "p", { for: [{ kind: "ready" }] }]],
    [{ action: "wait", session_id: "p", for: { port: 3000 } }, ["wait", "p", { for: [PORT] }]],
    [{ action: "wait", session_id: "p", for: [] }, ["wait", "p", {}]],
    [{ action: "wait", session_ids: "p" }, ["waitMany", ["p"], {}]],
    [{ action: "wait", session_id: ["p", 12, "p"], all: "true" }, ["waitMany", ["p", "12"], { all: true }]],
    [
      { action: "wait", session_id: '["p", "q"]', for: "input" },
      ["waitMany", ["p", "q"], { for: [{ kind: "input" }] }],
    ],
    [{ action: "keys", session_id: "p", keys: ["ctrl-c", 1, " "] }, ["keys", "p", ["ctrl-c", "1", " "]]],
    [{ action: "keys", session_id: "p", keys: "down down enter" }, ["keys", "p", ["down", "down", "enter"]]],
    [{ action: "keys", session_id: "p", data: '["up"]' }, ["keys", "p", ["up"]]],
    [{ action: "paste", session_id: "p", data: 7 }, ["paste", "p", "7"]],
    [{ action: "screen", session_id: "p" }, ["screen", "p"]],
  ])("%j", async (args, asked) => {
    const bellhop = new Asked();
    await call(manageTool(bellhop, {}), args);
    expect(bellhop.calls[0]).toEqual(asked);
  });
});

describe("[MANAGE-2] what nobody can mean", () => {
  const IDS = "an id, a unique prefix of one, or a name (1 to 128 characters)";
  test.each<[args: unknown, error: string]>([
    ["poll p", "The arguments of process_manage must be an object with an action."],
    [["poll"], "The arguments of process_manage must be an object with an action."],
    [{ action: "poll", session_id: ["p", "q"] }, "poll takes one session_id; only wait takes several."],
    [{ action: "poll", session_id: [] }, "session_id is required for poll"],
    [{ action: "poll", session_id: {} }, `session_id must be ${IDS}; got a value of type object.`],
    [{ action: "poll", session_id: "a\0b" }, `session_id must be ${IDS}; got "a\\u0000b".`],
    [{ action: "wait", session_ids: [["p"]] }, `session_ids must be ${IDS}; got an array.`],
    [
      { action: "wait", session_ids: Array.from({ length: 257 }, String) },
      "session_ids must be a list of 1 to 256 ids; got an array.",
    ],
    [{ action: "wait", session_ids: ["p", "q"], all: "maybe" }, 'all must be true or false; got "maybe".'],
    [
      { action: "wait", session_id: "p", for: { port: 1, idle: 2 } },
      'for must be a list of texts such as "ready" or "port:3000"; got a value of type object.',
    ],
    [
      { action: "wait", session_id: "p", for: ["port:0"] },
      'for must be port: with a whole number from 1 to 65535 behind it; got "port:0".',
    ],
    [{ action: "keys", session_id: "p" }, 'keys requires `keys`: a list such as ["up", "enter"].'],
    [
      { action: "keys", session_id: "p", keys: [{}] },
      'keys must be a list such as ["up", "enter"]; got a value of type object.',
    ],
    [
      { action: "screen", session_id: "p", scrollback: -1 },
      "scrollback must be a whole number, from 0 to 1000; got -1.",
    ],
    [{ action: "paste", session_id: "p", data: [] }, "data must be a text; got an array."],
  ])("%j", async (args, error) => {
    const bellhop = new Asked();
    expect((await call(manageTool(bellhop, {}), args))["error"]).toBe(error);
    expect(bellhop.calls).toEqual([]);
  });
});
