import { describe, expect, test } from "vitest";

import { TOOL_COMMAND_MAX_CHARS, TOOL_RESULT_MAX_CHARS } from "../../src/core/limits.ts";
import { fitAnswer, fitList } from "../../src/surfaces/tools/process-manage-result.ts";
import { FakeBellhop } from "../support/fake-bellhop.ts";
import { call, ground, manageTool } from "./process-manage-ground.ts";

/** 3,000 lines of 40 characters. */
const MANY_LINES = "i=0; while [ $i -lt 3000 ]; do printf 'line %034d\\n' $i; i=$((i+1)); done";
const LINE = (number: number): string => `line ${String(number).padStart(34, "0")}\n`;
const ALL = Array.from({ length: 3000 }, (_, number) => LINE(number)).join("");

describe("[MANAGE-6] output that is too long", () => {
  test("of a page is left out in the middle, and the page that is named goes on there", async () => {
    const { ended, manage } = await ground();
    const id = await ended(MANY_LINES);
    const { output, total_lines } = await manage({ action: "log", session_id: id, offset: 0, limit: 3000 });
    const [head = "", marker = "", tail = ""] = String(output).split(/^(\[.*\])\n/m);
    const [, chars, lines, offset, limit] =
      /^\[(\d+) characters in (\d+) lines are left out here\. process_manage log with offset=(\d+) and limit=(\d+) goes on there\.\]$/.exec(
        marker,
      ) ?? [];
    expect(total_lines).toBe(3000);
    expect(String(output).length).toBeLessThanOrEqual(TOOL_RESULT_MAX_CHARS);
    expect(head + ALL.slice(head.length, head.length + Number(chars)) + tail).toBe(ALL);
    expect(Number(lines)).toBe(Number(chars) / 40);
    const more = await manage({ action: "log", session_id: id, offset: Number(offset), limit: Number(limit) });
    expect(more["output"]).toBe(ALL.slice(head.length, head.length + 40 * Number(limit)));
  });

  test("of the last lines names lines of the whole log", async () => {
    const { ended, manage } = await ground();
    const id = await ended(MANY_LINES);
    const { output } = await manage({ action: "log", session_id: id, limit: 2000 });
    const [, offset] = /log with offset=(\d+) and/.exec(String(output)) ?? [];
    expect(String(output).startsWith(LINE(1000))).toBe(true);
    expect(
      String(output)
        .split("\n[")[0]
        ?.endsWith(LINE(Number(offset) - 1).trimEnd()),
    ).toBe(true);
  });

  test("that is new comes in pieces that fit, and none is missing", async () => {
    const { ended, manage } = await ground();
    const id = await ended(`${MANY_LINES}; head -c 60000 /dev/zero | tr '\\0' x; echo; echo end`);
    let read = "";
    for (let since = 0, more = true, calls = 0; more && calls < 10; calls++) {
      const answer = await manage({ action: "log", session_id: id, since });
      since = Number(answer["cursor"]);
      more = answer["more"] === true;
      read += String(answer["output"]);
    }
    const [before, marker, after] = read.split(/^(\[.*\])\n/m);
    expect(before?.startsWith(`${ALL}xxx`)).toBe(true);
    expect(marker).toMatch(/^\[\d+ characters in 1 line are left out here\. .* since=N begins at byte N .*\]$/);
    expect(after?.endsWith("x\nend\n")).toBe(true);
  });

  test("of lines that contain a text advises a longer text", async () => {
    const { ended, manage } = await ground();
    const id = await ended(MANY_LINES);
    const { output } = await manage({ action: "log", session_id: id, offset: 0, limit: 3000, grep: "line" });
    expect(output).toMatch(
      /^\[\d+ characters in \d+ lines are left out here\. A longer text for grep leaves less out\.\]$/m,
    );
  });

  test("of a wait and a kill is left out after it was masked", async () => {
    const { start, manage } = await ground();
    const secret = `sk-proj-${"Ab3dEf9hIj".repeat(6)}`;
    // It stands where the head ends: cut first, a part of it would not be known.
    const command = `head -c 19870 /dev/zero | tr '\\0' x; echo " ${secret}"; ${MANY_LINES}`;
    const id = await start(command, { completionOutputChars: 200_000 });
    const { output } = await manage({ action: "wait", session_id: id });
    expect(output).toMatch(/^\[\d+ characters in \d+ lines are left out here\. process_manage log shows it: /m);
    expect(String(output).length).toBeLessThanOrEqual(TOOL_RESULT_MAX_CHARS);
    for (const answer of [output, (await manage({ action: "kill", session_id: id }))["output"]])
      expect(String(answer)).not.toContain(secret.slice(0, 20));
  });

  test("of several processes shares the room, and so do rows of a screen and what is above it", () => {
    const output = "x\n".repeat(50_000);
    const { results } = fitAnswer({ results: [{ output }, { output }, { status: "not_found" }] }) as {
      readonly results: readonly { readonly output?: string }[];
    };
    expect(results.every((one) => (one.output?.length ?? 0) <= TOOL_RESULT_MAX_CHARS / 3)).toBe(true);
    const rows = Array.from({ length: 1000 }, () => "y".repeat(90));
    const screen = fitAnswer({ rows: rows.slice(0, 30), scrollback: rows }) as Record<string, string[]>;
    expect(screen["rows"]).toEqual(rows.slice(0, 30));
    expect(screen["scrollback"]?.find((row) => row.startsWith("["))).toMatch(/left out here\. Ask for fewer rows/);
    expect(Object.values(screen).flat().join("\n").length).toBeLessThanOrEqual(TOOL_RESULT_MAX_CHARS);
  });

  test("a command that holds a file comes with its head and tail", async () => {
    const bellhop = new FakeBellhop();
    const { id } = await bellhop.start({ command: `cat <<END\n${"text\n".repeat(20_000)}END` });
    const { command } = await call(manageTool(bellhop, {}), { action: "poll", session_id: id });
    expect(String(command)).toMatch(/^cat <<END\n(?:text\n)+\[\d+ characters .*\]\n(?:text\n)+END$/);
    expect(String(command).length).toBeLessThanOrEqual(TOOL_COMMAND_MAX_CHARS);
  });
});

describe("[MANAGE-7] a list that is too long", () => {
  const entries = Array.from({ length: 300 }, (_, number) => ({
    session_id: String(number),
    status: number < 5 ? "running" : "exited",
    output_preview: "x".repeat(200),
  }));
  const ids = (list: unknown): number[] =>
    (list as { processes: { session_id: string }[] }).processes.map(({ session_id }) => Number(session_id));

  test("shows those that run and the latest endings, in its order, and how to see the rest", () => {
    const first = fitList(entries, 0);
    const shown = ids(first);
    expect(shown.slice(0, 5)).toEqual([0, 1, 2, 3, 4]);
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    expect(shown.at(-1)).toBe(299);
    expect(first).toMatchObject({
      left_out: 300 - shown.length,
      note: `${300 - shown.length} more processes are left out here. list with offset=${shown.length} shows them.`,
    });
    const second = fitList(entries, shown.length);
    expect(new Set([...shown, ...ids(second)]).size).toBe(300);
    expect(second).not.toHaveProperty("left_out");
    expect(fitList(entries, 1_000)).toEqual({ processes: [] });
  });

  test("is asked for the rest through the tool", async () => {
    const bellhop = new FakeBellhop();
    for (let number = 0; number < 3; number++) await bellhop.start({ command: `command ${number}` });
    const { processes } = await call(manageTool(bellhop, {}), { action: "list", offset: "1" });
    expect(processes).toMatchObject([{ command: "command 0" }, { command: "command 1" }]);
  });
});

describe("[MANAGE-8] each answer with output", () => {
  test("passes the host's transform, which is told of the owner, then redaction", async () => {
    const seen: unknown[] = [];
    const secret = "sk-proj-abc123def456ghi789jkl012mno345";
    const { ended, manage } = await ground({
      transform: (text, about) => {
        seen.push([about.command, about.exitCode, about.taskId]);
        return `REWRITTEN:${secret}:${text}`;
      },
    });
    const id = await ended("echo raw; exit 3");
    seen.length = 0;
    for (const action of ["poll", "log", "wait", "kill"]) {
      const answer = await manage({ action, session_id: id }, { taskId: "task-2", sessionKey: "chat" });
      const told = String(answer["output"] ?? answer["output_preview"]);
      expect([action, told.startsWith("REWRITTEN:"), told.includes("raw"), told.includes(secret)]).toEqual([
        action,
        true,
        true,
        false,
      ]);
    }
    expect(seen).toContainEqual(["echo raw; exit 3", 3, "task-1"]);
  });
});
