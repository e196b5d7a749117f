import { describe, expect, test } from "vitest";

import { until } from "../support/until.ts";
import { Harness } from "./harness.ts";

const [A, B] = ["proc_aaaa00000001", "proc_bbbb00000002"] as const;

function two(): Harness {
  const harness = new Harness();
  harness.remote.add(A, { name: "web" }, 124);
  harness.remote.add(B, {}, 30);
  return harness;
}

async function waits(harness: Harness, count: number): Promise<void> {
  await until(() => harness.remote.calls.filter(([operation]) => operation === "wait").length === count);
}

describe("wait", () => {
  test("[CLI-4] prints why it returned, and exits with the code", async () => {
    const harness = two();
    const waiting = harness.run("wait", "web");
    await waits(harness, 1);
    harness.remote.end(A, { exit_code: 3 });
    expect(await waiting).toEqual({ code: 3, out: `${A} exited 3 after 2m 4s\n`, err: "" });
  });

  test("waits for all, and exits with the first code that is not 0, in the order of the words", async () => {
    const harness = two();
    const waiting = harness.run("wait", A, B, "web");
    await waits(harness, 2);
    harness.remote.end(B, { exit_code: -15, signal: "SIGTERM" });
    await until(() => harness.out !== "");
    harness.remote.end(A, { exit_code: 0 });
    expect(await waiting).toEqual({
      code: 143,
      out: `${B} died of SIGTERM (exit code 143) after 30s\n${A} exited 0 after 2m 4s\n`,
      err: "",
    });
  });

  test("[CLI-4] --any is one wait, and returns with the first", async () => {
    const harness = two();
    const waiting = harness.run("wait", "--any", A, B);
    await until(() => harness.remote.calls.some(([operation]) => operation === "wait_many"));
    harness.remote.end(B, { exit_code: 2 });
    expect(await waiting).toEqual({ code: 2, out: `${B} exited 2 after 30s\n`, err: "" });
    harness.remote.end(A);
  });

  test.each([[[]], [["--any"]]])("[CLI-17] %j when the time is up", async (options) => {
    const harness = two();
    harness.remote.end(A);
    harness.remote.add("proc_cccc00000003");
    const { code, out, err } = await harness.run("wait", ...options, "--timeout", "0.05", B, "proc_cccc00000003");
    const sentence = (id: string): string =>
      `bellhop: ${id} still runs after 0.05s of waiting. This is not an error; wait again, or look at it: bellhop logs ${id}\n`;
    expect({ code, out, err }).toEqual({ code: 124, out: "", err: sentence(B) + sentence("proc_cccc00000003") });
  });

  test("[CLI-17] --timeout 0 only looks", async () => {
    const harness = two();
    expect((await harness.run("wait", A, "--timeout", "0")).code).toBe(124);
    harness.remote.end(A);
    expect((await harness.run("wait", A, "--timeout", "0")).code).toBe(0);
  });

  test("waits in steps that a timer holds, and again after each", async () => {
    const harness = two();
    const steps: unknown[] = [];
    harness.remote.answers.set("wait", (input) => {
      steps.push(input["timeout_seconds"]);
      return steps.length < 3 ? { status: "timeout" } : { status: "exited", exit_code: 0, completion_reason: "exited" };
    });
    expect((await harness.run("wait", A)).code).toBe(0);
    expect(steps).toEqual([86_400, 86_400, 86_400]);
  });

  test("[CLI-6] --json prints each answer", async () => {
    const harness = two();
    harness.remote.end(A, { exit_code: 1 });
    harness.remote.end(B);
    const { code, out } = await harness.run("wait", A, B, "--json");
    const lines = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
    expect([code, lines]).toEqual([
      1,
      [
        expect.objectContaining({ session_id: A, exit_code: 1 }),
        expect.objectContaining({ session_id: B, status: "exited" }),
      ],
    ]);
  });

  test.each([
    [{ status: "matched", condition: "pattern:up", detail: "up\u001b[2J 1" }, 0, "matched: pattern:up: up\\e[2J 1"],
    [{ status: "listening", condition: "port:80", detail: "127.0.0.1 port 80" }, 0, "listens: 127.0.0.1 port 80"],
    [{ status: "ready", condition: "ready" }, 0, "is ready"],
    [{ status: "not_ready", condition: "ready", detail: `${A} was not ready in time.` }, 1, "was not ready in time."],
    [{ status: "not_ready", condition: "ready" }, 1, "is not ready"],
    [{ status: "awaiting_input", condition: "input", detail: "Name:" }, 0, "waits for input: Name:"],
    [{ status: "idle", condition: "idle:3" }, 0, "is quiet: idle:3"],
    [{ status: "bytes", condition: "bytes:9" }, 0, "has printed enough: bytes:9"],
    [{ status: "event", condition: "event", detail: "heartbeat" }, 0, "has an event: heartbeat"],
    [
      { status: "exited", exit_code: 3, completion_reason: "exited", condition: "pattern:up", detail: "up" },
      3,
      "exited 3; pattern:up: up",
    ],
  ])("[CLI-32] %j", async (answer, code, line) => {
    const harness = two();
    harness.remote.answers.set("wait", () => ({ session_id: A, ...answer }));
    expect(await harness.run("wait", "web", "--for", "ready, port:80", "--for", "pattern:a,b", "--since", "7")).toEqual(
      {
        code,
        out: `${A} ${line}\n`,
        err: "",
      },
    );
    expect(harness.remote.calls.at(-1)).toEqual([
      "wait",
      {
        session_id: A,
        for: ["ready", "port:80", "pattern:a,b"],
        since: 7,
        timeout_seconds: 86_400,
        unbounded: true,
      },
    ]);
  });

  test("[CLI-32, CLI-6] --any tells who ended the wait first, and passes its code on", async () => {
    const harness = two();
    const answer = {
      status: "matched",
      session_id: B,
      results: [
        { status: "exited", session_id: A, exit_code: 3, completion_reason: "exited" },
        { status: "matched", session_id: B, condition: "pattern:up", detail: "up" },
      ],
      running: [B],
    };
    harness.remote.answers.set("wait_many", () => answer);
    expect(await harness.run("wait", "--any", A, B, "--for", "pattern:up")).toEqual({
      code: 0,
      out: `${B} matched: pattern:up: up\n${A} exited 3\n`,
      err: "",
    });
    expect((await harness.run("wait", "--any", A, B, "--json")).out).toBe(`${JSON.stringify(answer)}\n`);
  });

  test("[CLI-32, CLI-7] a condition that is none is a usage error", async () => {
    const harness = two();
    expect(await harness.run("wait", A, "--for", "port:x")).toEqual({
      code: 2,
      out: "",
      err: 'bellhop: for must be port: with a whole number from 1 to 65535 behind it; got "port:x".\n',
    });
    expect(harness.connects).toEqual([]);
  });

  test("[CLI-7] of a process that is not there waits for none", async () => {
    const harness = two();
    expect(await harness.run("wait", A, "nope")).toEqual({
      code: 3,
      out: "",
      err: "bellhop: No process with ID nope\n",
    });
  });

  test("[CLI-5] Ctrl-C lets go, and names what still runs", async () => {
    const harness = two();
    const waiting = harness.run("wait", A, B);
    await waits(harness, 2);
    harness.remote.end(A);
    await until(() => harness.out !== "");
    harness.interrupt();
    expect(await waiting).toEqual({
      code: 130,
      out: `${A} exited 0 after 2m 4s\n`,
      err: `bellhop: ${B} runs on. To end it: bellhop kill ${B}\n`,
    });
    expect(harness.listens).toBe(false);
  });

  test("an answer that is no ending is a failure", async () => {
    const harness = two();
    harness.remote.answers.set("wait", () => ({ status: "error", error: "It was forgotten meanwhile." }));
    expect(await harness.run("wait", A)).toEqual({ code: 1, out: "", err: "bellhop: It was forgotten meanwhile.\n" });
  });
});
