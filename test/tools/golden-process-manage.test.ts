import { describe, expect, test } from "vitest";

import type { ToolCaller } from "../../src/surfaces/tools/tool.ts";
import { expectGolden, goldenNames } from "../support/golden.ts";
import { ground, ME, type Ground } from "./process-manage-ground.ts";

/** What the tool answers to one call, over real processes. */
type Scene = (ground: Ground) => Promise<unknown>;

const CHILD: ToolCaller = { taskId: "sa-1", sessionKey: "chat", isSubagent: true, parentTaskId: "task-1" };
const OF_CHILD = { taskId: "sa-1" };
const THREE_LINES = "echo one; echo two; echo three; exec sleep 60";

const LOOKING: Readonly<Record<string, Scene>> = {
  list: async ({ start, ended, manage }) => {
    await ended("echo done; exit 3", { notifyOnComplete: true });
    await start(THREE_LINES, { name: "server", persistOnRelease: true }, "three");
    await start("exec sleep 61", { taskId: "task-2" });
    return manage({ action: "list" });
  },
  "list-empty": ({ manage }) => manage({ action: "list" }),
  poll: async ({ start, manage }) => manage({ action: "poll", session_id: await start(THREE_LINES, {}, "three") }),
  "poll-exited": async ({ ended, manage }) => manage({ action: "poll", session_id: await ended("echo bye; exit 3") }),
  "poll-signalled": async ({ ended, manage }) => manage({ action: "poll", session_id: await ended("kill -9 $$") }),
  log: async ({ start, manage }) => manage({ action: "log", session_id: await start(THREE_LINES, {}, "three") }),
  "log-page": async ({ start, manage }) =>
    manage({ action: "log", session_id: await start(THREE_LINES, {}, "three"), offset: 1, limit: 1 }),
  "log-since": async ({ start, manage }) =>
    manage({ action: "log", session_id: await start(THREE_LINES, {}, "three"), since: 4 }),
  "log-grep": async ({ start, manage }) =>
    manage({ action: "log", session_id: await start(THREE_LINES, {}, "three"), grep: "t" }),
  "log-exited": async ({ ended, manage }) => manage({ action: "log", session_id: await ended("echo bye") }),
  "log-since-and-offset": async ({ ended, manage }) =>
    manage({ action: "log", session_id: await ended("echo bye"), since: 1, offset: 1 }),
  "log-bad-limit": async ({ ended, manage }) =>
    manage({ action: "log", session_id: await ended("echo bye"), limit: "many" }),
  screen: async ({ start, manage }) =>
    manage({
      action: "screen",
      session_id: await start("printf 'one\\ntwo'; exec sleep 60", { pty: { rows: 4, cols: 20 } }, "two"),
    }),
};

const WAITING: Readonly<Record<string, Scene>> = {
  wait: async ({ start, manage }) => manage({ action: "wait", session_id: await start("echo bye; exit 3") }),
  "wait-timeout": async ({ start, manage }) =>
    manage({ action: "wait", session_id: await start(THREE_LINES, {}, "three"), timeout: 0.01 }),
  "wait-shortened": async ({ start, manage }) =>
    manage({ action: "wait", session_id: await start("true"), timeout: 9_999 }),
  "wait-pattern": async ({ start, manage }) =>
    manage({ action: "wait", session_id: await start(THREE_LINES, {}, "three"), for: ["pattern:tw"] }),
  "wait-not-asked": async ({ start, manage }) =>
    manage({ action: "wait", session_id: await start(THREE_LINES, {}, "three"), for: "ready" }),
  "wait-bad-condition": async ({ start, manage }) =>
    manage({ action: "wait", session_id: await start("true"), for: "noon" }),
  "wait-bad-timeout": async ({ start, manage }) =>
    manage({ action: "wait", session_id: await start("true"), timeout: 0 }),
  "wait-interrupted": async ({ start, manage }) =>
    manage({ action: "wait", session_id: await start(THREE_LINES, {}, "three") }, ME, { signal: AbortSignal.abort() }),
  "wait-yielded": async ({ start, manage }) =>
    manage({ action: "wait", session_id: await start(THREE_LINES, { notifyOnComplete: true }, "three") }, ME, {
      yieldSignal: AbortSignal.abort(),
    }),
  "wait-not-found": ({ manage }) => manage({ action: "wait", session_id: "none" }),
  "wait-several": async ({ start, manage }) => {
    const ids = [await start("exec sleep 60"), await start("echo bye; exit 3")];
    return manage({ action: "wait", session_ids: [...ids, "none"] });
  },
  "wait-several-all": async ({ start, manage }) => {
    const ids = [await start("echo one"), await start("echo two; exit 3")];
    return manage({ action: "wait", session_ids: ids, all: true });
  },
  "wait-several-not-found": ({ manage }) => manage({ action: "wait", session_ids: ["none", "nobody"] }),
};

const ACTING: Readonly<Record<string, Scene>> = {
  kill: async ({ start, manage }) => manage({ action: "kill", session_id: await start(THREE_LINES, {}, "three") }),
  "kill-already-exited": async ({ ended, manage }) =>
    manage({ action: "kill", session_id: await ended("echo bye; exit 3") }),
  write: async ({ start, manage }) =>
    manage({ action: "write", session_id: await start("exec cat", { stdin: "pipe" }), data: "é" }),
  "write-no-input": async ({ start, manage }) =>
    manage({ action: "write", session_id: await start("exec sleep 60"), data: "y" }),
  "write-already-exited": async ({ ended, manage }) =>
    manage({ action: "write", session_id: await ended("true", { stdin: "pipe" }), data: "y" }),
  "write-bad-data": async ({ start, manage }) =>
    manage({ action: "write", session_id: await start("exec cat", { stdin: "pipe" }), data: {} }),
  submit: async ({ start, manage }) =>
    manage({ action: "submit", session_id: await start("exec cat", { stdin: "pipe" }), data: "yes" }),
  "submit-no-input": async ({ start, manage }) =>
    manage({ action: "submit", session_id: await start("exec sleep 60"), data: "y" }),
  close: async ({ start, manage }) =>
    manage({ action: "close", session_id: await start("exec cat", { stdin: "pipe" }) }),
  "close-no-input": async ({ start, manage }) => manage({ action: "close", session_id: await start("exec sleep 60") }),
  keys: async ({ start, manage }) =>
    manage({ action: "keys", session_id: await start("exec sleep 60", { pty: true }), keys: ["up", "ctrl-x"] }),
  "keys-unknown": async ({ start, manage }) =>
    manage({ action: "keys", session_id: await start("exec sleep 60", { pty: true }), keys: ["hyper"] }),
  "keys-no-terminal": async ({ start, manage }) =>
    manage({ action: "keys", session_id: await start("exec cat", { stdin: "pipe" }), keys: ["up"] }),
  "keys-missing": async ({ start, manage }) => manage({ action: "keys", session_id: await start("exec sleep 60") }),
  paste: async ({ start, manage }) =>
    manage({ action: "paste", session_id: await start("exec sleep 60", { pty: true }), data: "a\nb" }),
};

const HANDING: Readonly<Record<string, Scene>> = {
  handoff: async ({ start, manage }) =>
    manage({ action: "handoff", session_id: await start("exec sleep 60", OF_CHILD), data: "Serves the page." }, CHILD),
  "handoff-no-subagent": async ({ start, manage }) =>
    manage({ action: "handoff", session_id: await start("exec sleep 60"), data: "Serves the page." }),
  "handoff-no-parent": async ({ start, manage }) =>
    manage(
      { action: "handoff", session_id: await start("exec sleep 60", OF_CHILD), data: "Serves the page." },
      { taskId: "sa-1", isSubagent: true },
    ),
  "handoff-no-purpose": async ({ start, manage }) =>
    manage({ action: "handoff", session_id: await start("exec sleep 60", OF_CHILD), data: " " }, CHILD),
  "handoff-exited": async ({ ended, manage }) =>
    manage({ action: "handoff", session_id: await ended("true", OF_CHILD), data: "Serves the page." }, CHILD),
  "handoff-not-found": ({ manage }) =>
    manage({ action: "handoff", session_id: "none", data: "Serves the page." }, CHILD),
  "handoff-too-long": async ({ start, manage }) =>
    manage({ action: "handoff", session_id: await start("exec sleep 60", OF_CHILD), data: "x".repeat(1_001) }, CHILD),
  "handoff-cap": async ({ start, manage }) => {
    const ids = await Promise.all([1, 2, 3, 4].map(() => start("exec sleep 60", OF_CHILD)));
    const answers = [];
    for (const id of ids) answers.push(await manage({ action: "handoff", session_id: id, data: "Serves." }, CHILD));
    return answers.at(-1);
  },
};

const WRONG: Readonly<Record<string, Scene>> = {
  "unknown-action": ({ manage }) => manage({ action: "dance", session_id: "p" }),
  "no-action": ({ manage }) => manage({ session_id: "p" }),
  "no-arguments": ({ manage }) => manage(null),
  "missing-id": async ({ manage }) => {
    const actions = ["poll", "log", "wait", "kill", "write", "submit", "close", "handoff", "screen", "keys", "paste"];
    return Promise.all(actions.map((action) => manage({ action })));
  },
  "not-found": async ({ manage }) => {
    const actions = ["poll", "log", "wait", "kill", "write", "submit", "close", "screen", "keys", "paste"];
    return Promise.all(actions.map((action) => manage({ action, session_id: "none", keys: ["up"] })));
  },
  "several-ids": ({ manage }) => manage({ action: "kill", session_ids: ["one", "two"] }),
  "bad-id": ({ manage }) => manage({ action: "poll", session_id: { id: 1 } }),
  "long-id": ({ manage }) => manage({ action: "poll", session_id: "p".repeat(1_000) }),
};

describe("[MANAGE-1] answers as they are written down", () => {
  const scenes = { ...LOOKING, ...WAITING, ...ACTING, ...HANDING, ...WRONG };
  test.each(Object.entries(scenes))("%s", async (name, scene) => {
    expectGolden(`process-manage-${name}`, await scene(await ground()));
  });

  test("and no answer is written down that nobody gives", () => {
    expect(goldenNames("process-manage-")).toEqual(Object.keys(scenes).toSorted());
  });
});
