import { expect, test } from "vitest";
import { isSpared, listScope, mayName } from "../../src/core/owner.ts";

const PROCESS = { ownerTaskId: "task-a", sessionKey: "chat-1" };

test.each([
  [{}, "own"],
  [{ taskId: "", sessionKey: "" }, "own"],
  [{ taskId: "task-a" }, "own"],
  [{ taskId: "task-b" }, null],
  [{ sessionKey: "chat-1" }, "own"],
  [{ sessionKey: "chat-2" }, null],
  [{ taskId: "task-a", sessionKey: "chat-1" }, "own"],
  [{ taskId: "task-a", sessionKey: "chat-2" }, "own"],
  [{ taskId: "task-b", sessionKey: "chat-1" }, "session"],
  [{ taskId: "task-b", sessionKey: "chat-2" }, null],
] as const)("[OWNER-1] asked with %j: %s", (asked, scope) => {
  expect(listScope(PROCESS, asked)).toBe(scope);
});

test("[OWNER-1] a process without owner or conversation belongs to no one who asks", () => {
  expect(listScope({ ownerTaskId: "", sessionKey: "" }, { taskId: "task-a", sessionKey: "chat-1" })).toBe(null);
});

test("[SCOPE-4] what is told to one names another of its task or conversation, and to nobody's all", () => {
  const told = (ownerTaskId: string, sessionKey: string): boolean => mayName({ ownerTaskId, sessionKey }, PROCESS);
  expect([told("task-a", ""), told("task-b", "chat-1"), told("", ""), told("task-b", "chat-2")]).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test.each([
  ["kill_all", true],
  ["gateway_turn_timeout", true],
  ["agent_close", true],
  ["process.kill", false],
  ["", false],
])("[OWNER-2] a kill by %j spares what persists: %s", (source, spared) => {
  expect(isSpared({ persistOnRelease: true }, source)).toBe(spared);
  expect(isSpared({ persistOnRelease: false }, source)).toBe(false);
});
