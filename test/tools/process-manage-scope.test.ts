import { describe, expect, test } from "vitest";

import type { ListFilter } from "../../src/core/contract.ts";
import type { ToolCaller } from "../../src/surfaces/tools/tool.ts";
import { FakeBellhop } from "../support/fake-bellhop.ts";
import { matching } from "../support/matchers.ts";
import { freePort, serving } from "../support/servers.ts";
import { call, ground, manageTool, type Ground } from "./process-manage-ground.ts";

const STRANGER: ToolCaller = { taskId: "task-9", sessionKey: "elsewhere" };
const ACTIONS = ["poll", "log", "wait", "kill", "write", "submit", "close", "screen", "keys", "paste", "handoff"];
const SUBAGENT: ToolCaller = { ...STRANGER, isSubagent: true, parentTaskId: "boss" };

describe("[SCOPE-1] what is another's", () => {
  test("answers in every action, by id, prefix and name, as what is not there", async () => {
    const { start, manage, registry } = await ground();
    const id = await start("exec cat", { name: "server", pty: true });
    const asked = [id, id.slice(0, 12), id.slice(5), "server"];
    for (const action of ACTIONS) {
      for (const caller of [STRANGER, SUBAGENT]) {
        const args = { action, data: "x", keys: ["x"] };
        const absent = await manage({ ...args, session_id: "absent" }, caller);
        for (const session_id of asked)
          expect(await manage({ ...args, session_id }, caller), `${action} ${session_id}`).toEqual(
            JSON.parse(JSON.stringify(absent).replaceAll("absent", session_id)),
          );
      }
    }
    expect(await registry.get(id)).toMatchObject({ status: "running", ownerTaskId: "task-1", cursor: 0 });
  });

  test("is told as missing beside the caller's own, and not waited for", async () => {
    const { start, manage } = await ground();
    const theirs = await start("exit 3", { name: "theirs" });
    const mine = await start("exit 4", { ...STRANGER });
    const answer = await manage({ action: "wait", session_ids: [theirs, mine, "theirs"] }, STRANGER);
    expect(answer).toMatchObject({
      status: "exited",
      session_id: mine,
      results: [
        { status: "not_found", session_id: theirs, error: `No process with ID ${theirs}` },
        { status: "not_found", session_id: "theirs", error: "No process with ID theirs" },
        { status: "exited", session_id: mine, exit_code: 4 },
      ],
      running: [],
    });
    expect(answer["results"]).toHaveLength(3);
    expect(await manage({ action: "wait", session_ids: [theirs] }, STRANGER)).toEqual({
      status: "not_found",
      results: [{ status: "not_found", session_id: theirs, error: `No process with ID ${theirs}` }],
      running: [],
      error: `No process with ID ${theirs}`,
    });
  });

  test("is not in the list; what only shares the conversation is, and says so", async () => {
    const { start, manage } = await ground();
    const mine = await start("exec sleep 60");
    const ours = await start("exec sleep 61", { taskId: "task-2" });
    const elsewhere = await start("exec sleep 62", { sessionKey: "elsewhere" });
    await start("exec sleep 63", { ...STRANGER });
    await start("exec sleep 64", { taskId: "", sessionKey: "" });
    expect(await seen(manage, {})).toEqual([mine, `${ours} of the conversation`, elsewhere]);
    expect(await seen(manage, { sessionKey: "" })).toEqual([mine, elsewhere]);
    expect(await seen(manage, { taskId: "", sessionKey: "elsewhere" })).toHaveLength(2);
    expect(await seen(manage, { taskId: "box", ownerTaskId: "task-1", sessionKey: "none" })).toEqual([mine, elsewhere]);
  });

  test("is what it was once it was handed over", async () => {
    const { start, manage, registry } = await ground();
    const id = await start("exec sleep 60", { taskId: "sa-1", sessionKey: "child" });
    const child = { taskId: "sa-1", sessionKey: "child" };
    expect(await manage({ action: "poll", session_id: id }, child)).toMatchObject({ session_id: id });
    await registry.transferOwnership(id, { fromOwner: "sa-1", toOwner: "task-1", toSessionKey: "chat" });
    expect(await manage({ action: "poll", session_id: id }, child)).toMatchObject({ status: "not_found" });
    expect(await manage({ action: "poll", session_id: id })).toMatchObject({ session_id: id });
  });
});

describe("[SCOPE-2] beginnings and names", () => {
  test("are of the caller's own, whoever else has the same", async () => {
    const { ended, start, manage } = await ground();
    const mine = await ended("echo mine", { name: "build" });
    const theirs = await start("exec sleep 60", { ...STRANGER, name: "build" });
    expect(await manage({ action: "poll", session_id: "build" })).toMatchObject({ session_id: mine });
    expect(await manage({ action: "poll", session_id: "build" }, STRANGER)).toMatchObject({ session_id: theirs });
    const prefix = mine.slice(5, 15);
    expect(await manage({ action: "poll", session_id: prefix })).toMatchObject({ session_id: mine });
  });

  test("that fit several name only the caller's", async () => {
    const bellhop = new FakeBellhop(); // Its ids begin alike.
    const mine = await bellhop.start({ command: "mine", taskId: "task-1" });
    const theirs = [
      await bellhop.start({ command: "a", ...STRANGER }),
      await bellhop.start({ command: "b", ...STRANGER }),
    ];
    const poll = (caller: ToolCaller) => call(manageTool(bellhop, caller), { action: "poll", session_id: "00000000" });
    expect(await poll({ taskId: "task-1" })).toMatchObject({ session_id: mine.id });
    expect(await poll(STRANGER)).toEqual({
      error: `"00000000" is the beginning of 2 ids: ${theirs
        .map(({ id }) => id)
        .toReversed()
        .join(", ")}. Give more of it.`,
    });
  });
});

test("[SCOPE-1] whether one process is the caller's is asked without looking at the others", async () => {
  const { start, registry } = await ground();
  const id = await start("exec sleep 60");
  await start("exec sleep 61");
  const found = async (filter: ListFilter): Promise<readonly string[]> =>
    (await registry.list(filter)).map(({ sessionId }) => sessionId);
  expect([
    await found({ sessionId: id }),
    await found({ sessionId: id, taskId: "task-1" }),
    await found({ sessionId: id, taskId: "task-9" }),
    await found({ sessionId: id.slice(0, 12) }),
  ]).toEqual([[id], [id], [], []]);
});

test("[SCOPE-4] another's that holds the port is not named", async () => {
  const { start, manage, registry } = await ground();
  const port = await freePort();
  const theirs = await start(serving(port), { ...STRANGER, ready: { port } });
  expect(await registry.wait(theirs, { for: [{ kind: "ready" }] })).toMatchObject({ status: "ready" });
  const id = await start("exec sleep 60", { ready: { port } });
  const answer = await manage({ action: "wait", session_id: id, ready: true });
  expect(answer).toMatchObject({
    status: "not_ready",
    detail: matching(/is held by pid \d+ \(node\), which belongs to another conversation\./),
  });
  const told = await registry.drain({ sessionKey: "chat" });
  expect(told.map(({ event }) => event.type)).toEqual(["not_ready"]);
  for (const text of [JSON.stringify(answer), JSON.stringify(told)]) expect(text).not.toContain(theirs);
});

test("[SCOPE-3] an operator sees and touches all, and so does who says neither task nor conversation", async () => {
  const { start, manage, registry } = await ground();
  const id = await start("exec sleep 60", { name: "server" });
  for (const caller of [{ ...STRANGER, scope: "all" as const }, {}]) {
    expect(await manage({ action: "list" }, caller)).toMatchObject({ processes: [{ session_id: id }] });
    expect(await manage({ action: "poll", session_id: "server" }, caller)).toMatchObject({ session_id: id });
  }
  await manage({ action: "kill", session_id: id.slice(5, 12) }, { scope: "all" });
  expect(await registry.get(id)).toMatchObject({ status: "exited" });
});

test("[MANAGE-9] who kills another's of the conversation is answered, and the owner is told", async () => {
  const { start, manage, registry } = await ground();
  const id = await start("exec sleep 60", { notifyOnComplete: true });
  const answer = await manage({ action: "kill", session_id: id }, { taskId: "task-2", sessionKey: "chat" });
  expect(answer).toMatchObject({ status: "killed", exit_code: -15 });
  expect((await registry.pending({ ownerTaskId: "task-1" })).map(({ event }) => event.sessionId)).toEqual([id]);
});

async function seen(manage: Ground["manage"], caller: ToolCaller): Promise<readonly string[]> {
  const { processes } = (await manage({ action: "list" }, { taskId: "task-1", sessionKey: "chat", ...caller })) as {
    readonly processes: readonly { readonly session_id: string; readonly session_scoped?: true }[];
  };
  return processes.map(({ session_id, session_scoped }) =>
    session_scoped ? `${session_id} of the conversation` : session_id,
  );
}
