import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

import { openEmulator } from "../../src/adapters/screen/emulator.ts";
import { stripAnsi } from "../../src/core/output/ansi.ts";
import { presentText } from "../../src/core/output/present.ts";
import { textRows } from "../../src/core/terminal/screen.ts";
import { createHome, written } from "./bench.ts";

const ESC = "\u001b";
const MIB = 1024 * 1024;

/** One of each class, with text around it; and what a screen shows of it. */
const CORPUS: readonly (readonly [name: string, text: string, shown: string])[] = [
  ["two, three and four bytes", "aé日😀z", "aé日😀z"],
  ["combining marks", "e\u0301o\u0308 a\u20dd", "e\u0301o\u0308 a\u20dd"],
  ["joined emoji", "a👩‍👩‍👧b", "a👩‍👩‍👧b"],
  ["flags and variation selectors", "🇩🇪 ❤\ufe0f x", "🇩🇪 ❤\ufe0f x"],
  ["a mark on nothing", "\u0301a\r\ufeffb", "b"],
  ["a mark behind a sequence", `e${ESC}[1m\u0301x`, "e\u0301x"],
  ["colours", `a${ESC}[1;38;5;196;48;2;1;2;3mb${ESC}[0mc`, "abc"],
  ["colours with colons", `a${ESC}[4:3m${ESC}[38:2::1:2:3mb${ESC}[mc`, "abc"],
  ["private modes", `a${ESC}[?25l${ESC}[?2004hb${ESC}[?1;7;1000hc`, "abc"],
  ["intermediates", `a${ESC}[0 q${ESC}[!p${ESC}[?1$pb`, "ab"],
  ["a cursor that moves", `abc${ESC}[2D${ESC}[1Cx${ESC}[10Gy`, "abx      y"],
  ["erase in line", `abcdef${ESC}[3D${ESC}[K`, "abc"],
  ["titles", `a${ESC}]0;title\u0007b${ESC}]2;title${ESC}\\c`, "abc"],
  ["a hyperlink", `a${ESC}]8;id=1;http://x/y\u0007link${ESC}]8;;\u0007b`, "alinkb"],
  ["a colour query", `a${ESC}]11;?${ESC}\\b`, "ab"],
  ["device control", `a${ESC}P1;2q#0;2;0;0;0${ESC}\\b${ESC}P$qm${ESC}\\c`, "abc"],
  ["other strings", `a${ESC}Xone${ESC}\\b${ESC}^two${ESC}\\c${ESC}_three${ESC}\\d`, "abcd"],
  ["short sequences", `a${ESC}7b${ESC}=c${ESC}>d${ESC}(B${ESC})0e${ESC}#3f`, "abcdef"],
  ["a character set", `${ESC}(0qqq${ESC}(Bq`, "───q"],
  ["eight bits", "a\u009b31mb\u009d0;title\u009cc\u0085d", "abc"],
  ["cancelled", `a${ESC}[31\u0018b${ESC}]0;t\u001ac${ESC}P1q\u0018d`, "abcd"],
  ["controls inside", `a${ESC}[3\u00071mb${ESC}\u0000[0mc`, "abc"],
  ["NUL, bell, delete", "a\0b\u0007c\u007fd", "abcd"],
  ["backspace, tab, carriage return", "abc\b\bX\r_\tY", "_Xc     Y"],
  ["repeat", `ab${ESC}[3bc`, "abbbbc"],
  ["a window manager", `a${ESC}[8;50;50t${ESC}[18tb`, "ab"],
  ["unknown", `a${ESC}[?9999h${ESC}[99999;99999zb${ESC}]9999;x\u0007c${ESC}~d`, "abcd"],
];

test.each(CORPUS)("[SCREEN-12] %s, cut at every byte", async (_, text, shown) => {
  const bytes = Buffer.from(text);
  const wholeText = presentText(bytes, { raw: false, atHead: true, atEnd: true });
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const emulator = await openEmulator({ size: { rows: 3, cols: 30 }, newlineReturns: false });
    const first = () => textRows(emulator.frame({ rowsAbove: 0, colours: true }).rows);
    await emulator.write(bytes.subarray(0, cut));
    const before = first();
    await emulator.write(bytes.subarray(cut));
    // What is there after the cut is whole, and before it nothing of a sequence shows.
    expect({ cut, rows: first().slice(0, 1) }).toEqual({ cut, rows: [shown] });
    // oxlint-disable-next-line no-control-regex
    expect(before.join("")).not.toMatch(/[\u0000-\u001f\u007f-\u009f\ufffd]|\[\d|title|http/);
    // Through the other two ways no crash, and put together it is the same.
    const parts = [bytes.subarray(0, cut), bytes.subarray(cut)].map((part) =>
      presentText(part, { raw: false, atHead: false }),
    );
    expect(parts.join("")).not.toContain("\ufffd");
  }
  expect(stripAnsi(wholeText)).toBe(wholeText);
});

const gc = collector();
const FLOODS: readonly (readonly [name: string, start: string, rest: string])[] = [
  ["a title that never ends", `${ESC}]0;`, "x"],
  ["a title that never ends, behind a NUL", `${ESC}\0\0]0;`, "日"],
  ["device control that never ends", `${ESC}P1$q`, "x"],
  ["a string that never ends", `${ESC}_`, "x"],
  ["an eight bit string that never ends", "\u009d0;", "x"],
  ["NULs", "", "\0"],
  ["marks on one character", "a", "\u0301"],
  ["Hangul vowels on one character", "\u1100", "\u1161"],
  ["invalid bytes", "", "\ufffd"],
  ["parameters", `${ESC}[`, "1;"],
  ["hyperlinks", "", `${ESC}]8;;http://h/\u0007l${ESC}]8;;\u0007`],
  ["lines", "", "line\r\n"],
  ["one line", "", "abc "],
  ["scrolling by two billion lines", "", `${ESC}[2000000000S${ESC}[2000000000L${ESC}[999999b`.padEnd(2_000, "x")],
  ["tabs set everywhere", "", `\t${ESC}H`],
];

test.each(FLOODS)("[SCREEN-12] %s: memory stays flat, and the text behind it shows", async (_, start, rest) => {
  const emulator = await openEmulator({ size: { rows: 5, cols: 40 }, newlineReturns: false });
  const chunk = Buffer.from(rest.repeat(Math.ceil(MIB / Buffer.byteLength(rest))));
  await emulator.write(Buffer.from(start));
  await emulator.write(chunk);
  const before = heapMiB();
  for (let round = 0; round < 3; round += 1) await emulator.write(chunk);
  expect(heapMiB() - before).toBeLessThan(2);
  await emulator.write(Buffer.from(`\u0018${ESC}[m${ESC}\\${ESC}[2J${ESC}[Hstill here`));
  const { rows } = emulator.frame({ rowsAbove: 0, colours: false });
  expect(textRows(rows)).toEqual(["still here", "", "", "", ""]);
});

test("[SCREEN-12] an answer is bounded, whatever a place holds", async () => {
  const { files, screen } = written(createHome(), { rows: 50, cols: 200 });
  files.append(`x${"\u0301".repeat(40)}`.repeat(10_000));
  const { rows, ansi = "", title } = await screen({ colors: true });
  expect(Math.max(rows.join("").length, ansi.length)).toBeLessThan(50 * 200 * 17);
  expect(title).toBe("");
  files.append(`${ESC}]0;${"t".repeat(100_000)}\u0007`);
  expect((await screen()).title).toHaveLength(1_000);
});

function heapMiB(): number {
  gc();
  gc();
  return process.memoryUsage().heapUsed / MIB;
}

function collector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}
