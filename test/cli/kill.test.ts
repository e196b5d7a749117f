import { describe, expect, test } from "vitest";

import { Harness } from "./harness.ts";

const [A, B, C] = ["proc_aaaa00000001", "proc_bbbb00000002", "proc_cccc00000003"] as const;

function three(): Harness {
  const harness = new Harness();
  harness.remote.add(A, { name: "web", pids: [10, 11] });
  harness.remote.add(B, { owner_task_id: "t1", session_key: "s1", pids: [20] });
  harness.remote.add(C, { owner_task_id: "t1", pids: [30] });
  return harness;
}

function kills(harness: Harness): readonly unknown[] {
  return harness.remote.calls.filter(([operation]) => operation === "kill").map(([, input]) => input);
}

describe("kill", () => {
  test("[CLI-14] prints the receipt", async () => {
    const harness = three();
    expect(await harness.run("kill", "web", "--signal", "INT", "--grace", "0.5")).toEqual({
      code: 0,
      out: `${A} killed 2 processes (pid 10 11); nothing is left\n`,
      err: "",
    });
    expect(kills(harness)).toEqual([
      {
        session_id: A,
        source: "bellhop kill",
        signal: "SIGINT",
        grace_ms: 500,
        consume_output: true,
        asker: { owner_task_id: "", session_key: "" },
      },
    ]);
  });

  test("[CLI-14] fails when something is left", async () => {
    const harness = three();
    const error = `The kill of ${A} is incomplete: 1 of its processes is still alive (11).`;
    harness.remote.answers.set("kill", () => ({
      status: "error",
      session_id: A,
      error,
      killed_pids: [10],
      survivors: [11],
    }));
    expect(await harness.run("kill", "web")).toEqual({
      code: 1,
      out: `${A} killed 1 process (pid 10); still alive: 1 process (pid 11)\n`,
      err: `bellhop: ${error}\n`,
    });
  });

  test("[CLI-14] one that had ended is no failure; what it left behind is told", async () => {
    const harness = three();
    harness.remote.end(A, { exit_code: 3 });
    expect(await harness.run("kill", "web")).toEqual({ code: 0, out: `${A} had ended before: it exited 3\n`, err: "" });
    const ended = { status: "already_exited", exit_code: 3, completion_reason: "exited", killed_pids: [9] };
    harness.remote.answers.set("kill", () => ended);
    expect((await harness.run("kill", "web")).out).toBe(
      `${A} had ended before: it exited 3; of what it left behind, killed 1 process (pid 9)\n`,
    );
  });

  test.each([
    [["--all"], [A, B, C]],
    [
      ["--owner", "t1"],
      [B, C],
    ],
    [["--session", "s1"], [B]],
    [["--owner", "t1", "--session", "s1"], [B]],
    [
      [A, "web", B],
      [A, B],
    ],
  ])("%j ends those that run", async (options, ids) => {
    const harness = three();
    harness.remote.add("proc_dddd00000004", { owner_task_id: "t1", session_key: "s1" });
    harness.remote.end("proc_dddd00000004");
    const { code, out } = await harness.run("kill", ...options);
    expect([code, out.match(/^proc_\w+/gm)]).toEqual([0, ids]);
  });

  test.each([
    [["--all"], [A, B, C], "bellhop kill"],
    [["--all", "--source", "operator"], [A, B, C], "operator"],
    [["--all", "--source", "agent_close"], [A, C], "agent_close"],
    [["--owner", "t1", "--source", "kill_all"], [C], "kill_all"],
    [[B, "--source", "kill_all"], [B], "kill_all"],
  ])("[OWNER-13] %j ends %j, also what was left running", async (options, ids, source) => {
    const harness = three();
    Object.assign(harness.remote.find(B).view, { persist_on_release: true });
    harness.remote.end(C, { leftover_pids: [31] });
    expect((await harness.run("kill", ...options)).code).toBe(0);
    expect(kills(harness)).toMatchObject(ids.map((session_id) => ({ session_id, source })));
  });

  test.each([
    ["of nobody", [A], true],
    ["of somebody", [B], false],
    ["of the owner who is named", ["--owner", "t1", "--session", "s1"], true],
  ])("[CLI-26] whether the ending %s is told by the answer", async (_, options, consume_output) => {
    const harness = three();
    await harness.run("kill", ...options);
    expect(kills(harness)).toEqual([expect.objectContaining({ consume_output })]);
  });

  test.each([
    [["web"], { owner_task_id: "", session_key: "" }],
    [["--owner", "t1", "--session", "s1"], { owner_task_id: "t1", session_key: "s1" }],
  ])("[CLI-26] %j says who asks", async (options, asker) => {
    const harness = three();
    await harness.run("kill", ...options);
    expect(kills(harness)).toEqual([expect.objectContaining({ asker })]);
  });

  test("[CLI-6] --json prints each answer", async () => {
    const { out } = await three().run("kill", A, B, "--json");
    const lines = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
    expect(lines).toEqual([
      expect.objectContaining({ status: "killed", session_id: A }),
      expect.objectContaining({ status: "killed", session_id: B }),
    ]);
  });

  test.each([
    [["nope"], 3],
    [["proc_"], 2],
    [[], 2],
    [["web", "--all"], 2],
  ])("[CLI-7] %j exits with %d", async (options, code) => {
    const harness = three();
    expect(await harness.run("kill", ...options)).toMatchObject({ code, out: "" });
    expect(kills(harness)).toEqual([]);
  });

  test("[CLI-2] that nothing runs is said on stderr", async () => {
    expect(await new Harness().run("kill", "--all")).toEqual({
      code: 0,
      out: "",
      err: "bellhop: No process runs that this would end.\n",
    });
  });
});
