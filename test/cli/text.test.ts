import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { commandLine } from "../../src/surfaces/cli/shell-words.ts";
import { age, bytes, duration } from "../../src/surfaces/cli/text/amounts.ts";
import { afterHowLong, endingSentence, passedOnCode, statusCell } from "../../src/surfaces/cli/text/ending.ts";
import { block, jsonLine, oneLine, plainOutput } from "../../src/surfaces/cli/text/sanitize.ts";
import { table, cutToWidth, displayWidth, padToWidth } from "../../src/surfaces/cli/text/table.ts";

describe("sanitizing", () => {
  test.each([
    ["plain text", "plain text"],
    ["two\nlines\tand tab\r", "two\\nlines\\tand tab\\r"],
    ["\u001b]0;title\u0007", "\\e]0;title\\x07"],
    ["\u009b31m", "\\x9b31m"],
    ["abc\u202edcba", "abc\\u202edcba"],
    ["日本語 é 🎉", "日本語 é 🎉"],
  ])("[CLI-10] %j on one line is %j", (text, shown) => {
    expect(oneLine(text)).toBe(shown);
  });

  test("[CLI-10] blocks and output keep newlines and tabs", () => {
    const text = "a\n\tb\u001b[2Jc\r\n\u0085";
    expect([block(text), plainOutput(text)]).toEqual(["a\n\tb\\e[2Jc\\r\n\\x85", "a\n\tb[2Jc\n"]);
  });

  test("[CLI-10] nothing that acts comes through, whatever it is", () => {
    const acting = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(oneLine(text)).not.toMatch(acting);
        expect((block(text) + plainOutput(text)).replace(/[\n\t]/g, "")).not.toMatch(acting);
        expect(JSON.parse(jsonLine(text))).toBe(text);
        expect(jsonLine(text).slice(0, -1)).not.toMatch(acting);
      }),
    );
  });
});

describe("width", () => {
  test.each([
    ["abc", 3],
    ["日本語", 6],
    ["e\u0301", 1],
    ["é", 1],
    ["🎉!", 3],
    ["한글", 4],
    ["", 0],
  ])("[CLI-9] %s takes %d columns", (text, columns) => {
    expect(displayWidth(text)).toBe(columns);
  });

  test("[CLI-9] what is cut fits, and what is padded fills", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(20), (text, columns) => {
        const cut = cutToWidth(text, columns);
        expect(displayWidth(cut)).toBeLessThanOrEqual(columns);
        expect(displayWidth(padToWidth(cut, columns))).toBe(columns);
      }),
    );
    expect(cutToWidth("日本語", 4)).toBe("日…");
  });
});

describe("tables", () => {
  const columns = [
    { title: "A", maxWidth: 4 },
    { title: "NUM", maxWidth: 9, align: "right" },
    { title: "Z", maxWidth: 9 },
  ] as const;

  test("[CLI-9] are aligned by width, and have no spaces at the end", () => {
    const rows = [
      [{ text: "日本語" }, { text: "1" }, { text: "" }],
      [{ text: "x" }, { text: "22" }, { text: "end" }],
    ];
    expect(table(columns, rows, false)).toEqual(["A     NUM  Z", "日…     1", "x      22  end"]);
  });

  test("[CLI-11] colour changes no width", () => {
    const rows = [[{ text: "x", colour: "red" }, { text: "1" }, { text: "z", colour: "dim" }]] as const;
    const [, line] = table(columns, rows, true);
    expect(line).toBe("\u001b[31mx\u001b[0m    1  \u001b[2mz\u001b[0m");
    expect(table(columns, rows, false)[1]).toBe("x    1  z");
  });
});

test.each([
  [0.04, "0s", "0s"],
  [0.48, "0.4s", "0s"],
  [9.99, "9.9s", "9s"],
  [59, "59s", "59s"],
  [124, "2m 4s", "2m"],
  [3_600, "1h", "1h"],
  [3_900, "1h 5m", "1h"],
  [273_600, "3d 4h", "3d"],
  [-1, "0s", "0s"],
])("%d seconds are %s, at a glance %s", (seconds, long, short) => {
  expect([duration(seconds), age(seconds)]).toEqual([long, short]);
});

test.each([
  [0, "0 B"],
  [1_023, "1023 B"],
  [1_536, "1.5 KiB"],
  [67_108_864, "64.0 MiB"],
  [1.5 * 1024 ** 4, "1.5 TiB"],
])("%d bytes are %s", (count, text) => {
  expect(bytes(count)).toBe(text);
});

describe("endings", () => {
  const at = { exitedAt: "2026-11-29T12:02:04.000Z" };
  const by = { completionReason: "exited", terminationSource: "" } as const;
  test.each([
    ["an exit", { ...by, exitCode: 3 }, "exited 3", "exited 3", 3],
    [
      "a signal",
      { ...by, exitCode: -9, signal: "SIGKILL" },
      "died of SIGKILL (exit code 137)",
      "exited 137 SIGKILL",
      137,
    ],
    [
      "a signal without code",
      { ...by, exitCode: null, signal: "SIGSEGV" },
      "died of SIGSEGV (exit code 139)",
      "exited 139 SIGSEGV",
      139,
    ],
    [
      "a kill",
      { exitCode: -15, signal: "SIGTERM", completionReason: "killed", terminationSource: "kill_all" },
      "was killed (SIGTERM, by kill_all)",
      "killed",
      143,
    ],
    [
      "a loss",
      { exitCode: null, completionReason: "lost", terminationSource: "reboot" },
      "is lost: the machine was restarted",
      "lost",
      1,
    ],
    [
      "a loss elsewhere",
      { exitCode: null, completionReason: "lost", terminationSource: "environment_unreachable" },
      "is lost: its environment does not answer, and it may still run there",
      "lost",
      1,
    ],
    [
      "a failed start",
      { exitCode: null, completionReason: "failed_start", terminationSource: "" },
      "could not be started",
      "failed to start",
      1,
    ],
  ] as const)("[CLI-4] %s", (_, ending, sentence, status, code) => {
    const ended = { ...at, ...ending };
    const shown = statusCell({ ...ended, status: "exited", uptimeSeconds: 1 }).text;
    expect([endingSentence(ended), shown, passedOnCode(ended)]).toEqual([sentence, status, code]);
  });

  test("what it left behind, and how long it took, are said", () => {
    const ended = { ...at, ...by, exitCode: 0 };
    expect(statusCell({ ...ended, status: "exited", uptimeSeconds: 1, leftoverPids: [7, 8] }).text).toBe(
      "exited 0, 2 left",
    );
    expect(afterHowLong("2026-11-29T12:00:00.000Z", ended)).toBe(" after 2m 4s");
    expect(afterHowLong(undefined, ended)).toBe("");
  });
});

describe("[CLI-1] words become a shell command", () => {
  test.each([
    [["make && make test"], "make && make test"],
    [["echo", "a b", "$x"], "echo 'a b' '$x'"],
    [["npm", "run", "dev", "--port=3000"], "npm run dev --port=3000"],
    [["A=1", "env"], "'A=1' env"],
    [["printf", "it's", ""], "printf 'it'\\''s' ''"],
    [["ls", "~", "*", "=x"], "ls '~' '*' '=x'"],
  ])("%j: %s", (words, command) => {
    expect(commandLine(words)).toBe(command);
  });
});
