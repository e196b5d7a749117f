import { describe, expect, test } from "vitest";

import { HANDOFF_GIVERS_MAX } from "../../src/core/limits.ts";
import type { ToolCaller } from "../../src/surfaces/tools/tool.ts";
import { FakeBellhop } from "../support/fake-bellhop.ts";
import { call, ground, manageTool } from "./process-manage-ground.ts";

const CHILD: ToolCaller = {
  taskId: "sa-1",
  sessionKey: "child",
  isSubagent: true,
  parentTaskId: "boss",
  parentSessionKey: "chat",
};
const OF_CHILD = { taskId: "sa-1", sessionKey: "child" };
const data = "Serves the preview; look at it.";

describe("[HANDOFF-1] a process that is handed off", () => {
  test("is the parent's, who is told of its end, with the purpose", async () => {
    const { start, manage, registry } = await ground();
    const id = await start("exec sleep 60", { ...OF_CHILD, notifyOnComplete: true });
    expect(await manage({ action: "handoff", session_id: id.slice(5, 12), data }, CHILD)).toMatchObject({
      status: "handed_off",
      session_id: id,
    });
    expect(await registry.get(id)).toMatchObject({ taskId: "boss", ownerTaskId: "boss", sessionKey: "chat" });
    expect(await registry.killAll({ taskId: "sa-1" })).toBe(0);
    expect(await manage({ action: "kill", session_id: id }, CHILD)).toMatchObject({ status: "not_found" });
    await registry.killAll({ taskId: "boss" });
    const [told] = await registry.drain({ sessionKey: "chat" });
    expect(told?.text).toContain(`Handed off to you by a subagent before it finished. Purpose: ${data}`);
  });

  test("keeps its conversation where the parent's is not known: they may share one", async () => {
    const { start, manage, registry } = await ground();
    const id = await start("exec sleep 60", OF_CHILD);
    await manage({ action: "handoff", session_id: id, data }, { ...OF_CHILD, parentTaskId: "boss" });
    expect(await registry.get(id)).toMatchObject({ ownerTaskId: "boss", sessionKey: "child" });
  });
});

const NOT_YOURS =
  "not a running process you own (already exited? read its result with poll/log and report it instead).";

describe("[HANDOFF-2] what is not handed off", () => {
  test("a process of the conversation that is not its own", async () => {
    const { start, manage, registry } = await ground();
    const id = await start("exec sleep 60", { ...OF_CHILD, taskId: "sa-2" });
    expect(await manage({ action: "handoff", session_id: id, data }, CHILD)).toEqual({
      error: `cannot hand off ${id}: ${NOT_YOURS}`,
    });
    expect(await registry.get(id)).toMatchObject({ ownerTaskId: "sa-2" });
  });

  test.each<[why: string, caller: ToolCaller]>([
    ["has no parent", { taskId: "sa-1" }],
    ["is none", { ...CHILD, isSubagent: false }],
    ["has no task, so that it would give away what is nobody's", { isSubagent: true, parentTaskId: "boss" }],
  ])("whose caller is no subagent: it %s", async (_, caller) => {
    const { start, manage, registry } = await ground();
    const id = await start("exec sleep 60", caller.taskId ? OF_CHILD : { taskId: "", sessionKey: "" });
    expect(await manage({ action: "handoff", session_id: id, data }, caller)).toEqual({
      error: "handoff is only available to a running subagent with a live parent; you are not one.",
    });
    expect((await registry.get(id))?.ownerTaskId).not.toBe("boss");
  });
});

describe("[HANDOFF-3] three", () => {
  test("are handed off; what did not happen, and what others have done, does not count", async () => {
    const bellhop = new FakeBellhop();
    const give = async (caller: ToolCaller, purpose = data): Promise<unknown> => {
      const { id } = await bellhop.start({ command: "serve", taskId: caller.taskId ?? "" });
      const answer = await call(manageTool(bellhop, caller), { action: "handoff", session_id: id, data: purpose });
      return answer["status"] ?? answer["error"];
    };
    const other = { ...CHILD, taskId: "sa-2" };
    const answers = [await give(other), await give(CHILD, " "), await give({ ...CHILD, parentTaskId: "" })];
    answers.push(...(await Promise.all([give(CHILD), give(CHILD), give(CHILD), give(CHILD)])), await give(other));
    expect(answers.filter((answer) => answer === "handed_off")).toHaveLength(5);
    expect(answers.filter((answer) => String(answer).startsWith("handoff cap reached (3 per subagent)"))).toHaveLength(
      1,
    );
  });

  test("are counted for so many subagents and no more", async () => {
    const bellhop = new FakeBellhop();
    for (let task = 0; task < HANDOFF_GIVERS_MAX + 10; task++) {
      const taskId = `sa-${task}`;
      const { id } = await bellhop.start({ command: "serve", taskId });
      const answer = await call(manageTool(bellhop, { ...CHILD, taskId }), { action: "handoff", session_id: id, data });
      expect(answer["status"]).toBe("handed_off");
    }
  });
});

test("[HANDOFF-4] a secret in the purpose is masked where it is told", async () => {
  const { start, manage, registry } = await ground();
  const id = await start("exec sleep 60", { ...OF_CHILD, notifyOnComplete: true });
  const secret = "sk-proj-abc123def456ghi789jkl012mno345";
  await manage({ action: "handoff", session_id: id, data: `Log in with ${secret}` }, CHILD);
  await registry.killAll({ taskId: "boss" });
  const [told] = await registry.drain({ sessionKey: "chat" });
  expect(told?.text).toContain("Purpose: Log in with");
  expect(JSON.stringify(told)).not.toContain(secret);
});
