import fc from "fast-check";
import { expect, test } from "vitest";
import { REDRAW_BLANKS_MAX } from "../../../src/core/limits.ts";
import { collapse } from "../../../src/core/output/collapse.ts";
import { timesAsLong } from "../../support/cpu-time.ts";

const ESC = "\u001b";

const SPINNER = "downloading 10%\r".repeat(1_000_000 / 16);
const spinner = (): unknown => collapse(SPINNER);
/** So many times as long as that; quadratic time would be thousands. */
const QUICK = 100;

test.each([
  ["text without any of it", "a\n  b\n", "a\n  b\n"],
  ["a carriage return before a newline ends the line", "a\r\nb\r\n", "a\nb\n"],
  ["two of them as well", "a\r\r\nb", "a\nb"],
  ["a carriage return at the end changes nothing", "50%\r", "50%"],
  ["longer text overwrites all", "ab\rxyz", "xyz"],
  ["shorter text leaves the tail of the longer one", "downloading\rdone", "doneloading"],
  ["erasing to the end of the line clears that tail", `downloading\rdone${ESC}[K!`, "done!"],
  ["erasing the line clears it", `downloading${ESC}[2K\rdone`, "done"],
  ["erasing what is in front of the cursor shows it all the same", `abc${ESC}[1K\n`, "abc\n"],
  ["a backspace goes back", "10%\b\b\b20%", "20%"],
  ["a spinner ends with its last state", "-\b\\\b|\b/\b ok", " ok"],
  ["a backspace stops at the line start", "\b\ba", "a"],
  ["colours go", `${ESC}[32ma\r${ESC}[31mb${ESC}[0m`, "b"],
  ["a carriage return in a title is none", `a${ESC}]0;x\ry\u0007b`, "ab"],
  ["the cursor goes up and over what is there", `one\ntwo\n${ESC}[2ANEW\n`, "NEW\ntwo\n"],
  ["up by 0 is up by 1", `one\n${ESC}[0Atwo\n`, "two\n"],
  ["up and to the line start", `one\ntwo${ESC}[1FX`, "Xne\ntwo"],
  ["down and to the line start", `one\ntwo${ESC}[A${ESC}[EX`, "one\nXwo"],
  ["down stops at the last line", `one${ESC}[9BX`, "oneX"],
  ["the text below the cursor is erased", `one\ntwo\nthree${ESC}[2A\r${ESC}[JX\n`, "X\n"],
  ["a cleared screen keeps what was output", `one\n${ESC}[2J${ESC}[Htwo`, "one\ntwo"],
  ["to a column", `abcdef${ESC}[3GX`, "abXdef"],
  ["left and right", `abcdef${ESC}[4DX${ESC}[1CY`, "abXdYf"],
  ["right over nothing keeps words apart", `a${ESC}[1Cb${ESC}[20Cc`, "a b        c"],
  ["log-update erases its lines one by one", logUpdate(["a\nb", "c\nd", "e"]), "e\n"],
  ["half an overwritten emoji is blank", "😀\rx", "x "],
  ["a backspace into an emoji as well", "a😀\bx", "a x"],
  ["a lone escape stays", `a\rb${ESC}`, `b${ESC}`],
  ["parameters that are no number move nothing", `ab${ESC}[1;2Kc\r`, "abc"],
])("[TEXT-5] %s", (_, text, shown) => {
  expect(collapse(text)).toBe(shown);
});

test("[TEXT-5] 2,000 frames of a progress bar are one line", () => {
  const frames = Array.from({ length: 2_000 }, (_, n) => `\r[${"#".repeat(n / 50).padEnd(40)}] ${n / 20}%`);
  expect(collapse(`start\n${frames.join("")}\ndone\n`)).toBe(`start\n[${"#".repeat(39)} ] 99.95%\ndone\n`);
});

test("[TEXT-5] 100 redraws of a block show the last one only", () => {
  const frames = Array.from({ length: 100 }, (_, n) => `${ESC}[2K${ESC}[0Aframe ${n}\n`);
  const blocks = Array.from(
    { length: 100 },
    (_, n) => `${ESC}[3A${[1, 2, 3].map((row) => `${ESC}[2Krow ${row}: ${n}\n`).join("")}`,
  );
  expect([collapse(frames.join("")), collapse(`head\n\n\n\n${blocks.join("")}tail`)]).toEqual([
    "frame 99\n",
    "head\nrow 1: 99\nrow 2: 99\nrow 3: 99\ntail",
  ]);
});

test("[TEXT-6] no cursor goes further up than a terminal is high, however often it is asked", () => {
  const lines = Array.from({ length: 1_000 }, (_, n) => `line ${n}\n`).join("");
  const text = `${lines}${ESC}[9999A${ESC}[J${ESC}[9999A${ESC}[JX`;
  const shown = collapse(text).split("\n");
  expect([shown.length, shown.at(-2), shown.at(-1)]).toEqual([902, "line 900", "X"]);
});

test.each([
  ["backspaces over a long line", `${"x".repeat(500_000)}${"\by".repeat(250_000)}`],
  ["carriage returns in a long line", `${"x".repeat(500_000)}${"\ry".repeat(250_000)}`],
  ["a cursor far to the right", `${ESC}[99999999Cx\n`.repeat(50_000)],
  ["erased lines", `${"x".repeat(4_000)}${ESC}[1K${ESC}[K\r`.repeat(200)],
  ["newlines and moves up", `\n${ESC}[A`.repeat(200_000)],
  ["newlines", `\r\n\r`.repeat(300_000)],
  ["control sequences that never end", `\r${ESC}[1`.repeat(200_000)],
])("[TEXT-6] a megabyte of %s takes little time and no more room", (_, text) => {
  expect(collapse(text).length).toBeLessThanOrEqual(text.length);
  expect(timesAsLong(() => collapse(text), spinner)).toBeLessThan(QUICK);
});

test("[TEXT-5] does what a grid of characters does", () => {
  const moves = fc
    .constantFrom("A", "2A", "B", "2B", "C", "D", "3D", "E", "F", "G", "3G", "K", "0K", "2K", "J")
    .map((move) => ESC + "[" + move);
  const token = fc.oneof(fc.constantFrom("a", "bcd", "efghijk", "\n", "\n", "\r", "\b"), moves);
  fc.assert(
    fc.property(fc.array(token, { maxLength: 40 }), (tokens) => {
      expect(trimmed(collapse(`\b${tokens.join("")}`))).toEqual(trimmed(onGrid(tokens)));
    }),
    { numRuns: 5_000 },
  );
});

test("[TEXT-5] leaves text alone that overwrites nothing", () => {
  const text = fc.array(fc.constantFrom("a", "bcd", "\n"), { maxLength: 20 }).map((parts) => parts.join(""));
  fc.assert(fc.property(text, (whole) => collapse(`\b${whole}`) === whole));
});

/** The same, done slowly: every character has its place on a grid, at most so many blanks behind the end of its line. */
function onGrid(tokens: readonly string[]): string {
  const grid: string[][] = [[]];
  let [row, column] = [0, 0];
  const moves: Record<string, (count: number) => void> = {
    A: (count) => (row = Math.max(0, row - (count || 1))),
    B: (count) => (row = Math.min(grid.length - 1, row + (count || 1))),
    C: (count) => (column += count || 1),
    D: (count) => (column = Math.max(0, column - (count || 1))),
    E: (count) => (moves["B"]!(count), (column = 0)),
    F: (count) => (moves["A"]!(count), (column = 0)),
    G: (count) => (column = Math.max(0, count - 1)),
    J: () => (grid.splice(row + 1), moves["K"]!(0)),
    K: (kind) => (grid[row] = kind === 2 ? [] : grid[row]!.slice(0, column)),
  };
  const put = (character: string): void => {
    if (character === "\n") [row, column] = [row + 1, 0];
    else if (character === "\r") column = 0;
    else if (character === "\b") column = Math.max(0, column - 1);
    else {
      column = Math.min(column, grid[row]!.length + REDRAW_BLANKS_MAX);
      grid[row]![column] = character;
      column += 1;
    }
    grid[row] ??= [];
  };
  for (const token of tokens) {
    if (token.startsWith(ESC)) moves[token.at(-1)!]!(Number(token.slice(2, -1)));
    else for (const character of token) put(character);
  }
  return grid.map((cells) => Array.from(cells, (cell) => cell ?? " ").join("")).join("\n");
}

/** Without blank lines at the end, which nobody sees. */
function trimmed(text: string): string[] {
  const lines = text.split("\n");
  return lines.slice(0, lines.findLastIndex((line) => line !== "") + 1);
}

/** What the package of that name writes for each frame after the first. */
function logUpdate(frames: readonly string[]): string {
  const erase = (rows: number): string =>
    Array.from({ length: rows }, () => `${ESC}[2K`).join(`${ESC}[1A`) + `${ESC}[G`;
  return frames
    .map((frame, n) => (n === 0 ? "" : erase(frames[n - 1]!.split("\n").length + 1)) + `${frame}\n`)
    .join("");
}
