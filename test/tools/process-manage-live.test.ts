import { describe, expect, test } from "vitest";

import { until } from "../support/until.ts";
import { ground } from "./process-manage-ground.ts";

describe("[MANAGE-3] a wait", () => {
  test("ends at the line that comes, and goes on behind it", async () => {
    const { start, manage } = await ground();
    const id = await start("read line; echo got $line; read line; echo got $line; exec sleep 60", { stdin: "pipe" });
    const first = manage({ action: "wait", session_id: id, for: ["pattern:got"] });
    await manage({ action: "submit", session_id: id, data: "one" });
    const { status, detail, cursor } = await first;
    const second = manage({ action: "wait", session_id: id, for: "pattern:got", since: cursor });
    await manage({ action: "submit", session_id: id, data: "two" });
    expect([status, detail, (await second)["detail"]]).toEqual(["matched", "got one", "got two"]);
  });

  test("ends when it is ready, and when the first of several has ended", async () => {
    const { start, manage } = await ground();
    const server = await start("echo up; exec sleep 60", { ready: { pattern: "up" } });
    const build = await start("read line; exit 4", { stdin: "pipe" });
    expect(await manage({ action: "wait", session_id: server, ready: true })).toMatchObject({
      status: "ready",
      process_running: true,
    });
    const first = manage({ action: "wait", session_ids: [server, build] });
    await manage({ action: "submit", session_id: build });
    expect(await first).toMatchObject({ status: "exited", session_id: build, running: [server] });
  });
});

test("[MANAGE-4] a message of the user ends a wait, on one and on several", async () => {
  const { start, manage, registry } = await ground();
  const id = await start("exec sleep 60");
  for (const which of [{ session_id: id }, { session_ids: [id] }]) {
    const turn = new AbortController();
    const waiting = manage({ action: "wait", ...which }, undefined, { yieldSignal: turn.signal });
    await until(() => registry.isWaiting(id));
    turn.abort();
    const { status, note } = await waiting;
    expect([status, note]).toEqual(["interrupted", expect.stringContaining("Respond to the user now")]);
  }
});

describe("[MANAGE-5] a terminal", () => {
  test("is looked at, typed into by keys, and pasted into", async () => {
    const { start, manage } = await ground();
    const id = await start("stty -echo; echo go; exec cat", { pty: true }, "go");
    const rows = async (): Promise<readonly string[]> =>
      ((await manage({ action: "screen", session_id: id }))["rows"] as string[]).filter((row) => row !== "");
    await manage({ action: "paste", session_id: id, data: "first\nsecond" });
    await manage({ action: "keys", session_id: id, keys: "enter" });
    expect(await until(async () => ((await rows()).length === 3 ? rows() : null))).toEqual(["go", "first", "second"]);
    await manage({ action: "keys", session_id: id, keys: ["ctrl-c"] });
    expect(await manage({ action: "wait", session_id: id })).toMatchObject({ status: "exited", exit_code: 130 });
  });
});
