import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WATCH_LINE_MAX_BYTES } from "../../../src/core/limits.ts";
import { createMatcher } from "../../../src/core/watch/match.ts";
import { parsePatterns } from "../../../src/core/watch/pattern.ts";
import { timesAsLong } from "../../support/cpu-time.ts";

const ESC = "\u001b";
const LINES = "a line of a build log\n".repeat(2 ** 20 / 22);
/** So many times as long as those lines take; quadratic time would be thousands. */
const QUICK = 1_000;

function found(text: string, patterns: readonly string[], atEnd = true) {
  return createMatcher(parsePatterns(patterns))(Buffer.from(text), { atEnd });
}

describe("which lines match", () => {
  test.each<
    readonly [what: string, text: string, patterns: readonly string[], pattern: string, lines: readonly string[]]
  >([
    ["[WATCH-1] a line that holds the text", "a\nan ERROR b\nc\n", ["ERROR"], "ERROR", ["an ERROR b"]],
    ["[WATCH-1] each line once, however often it holds it", "x x x\ny\nx\n", ["x"], "x", ["x x x", "x"]],
    ["[WATCH-1] none", "a\nb\n", ["x"], "", []],
    ["[WATCH-1] none of no output", "", ["x"], "", []],
    ["[WATCH-1] not over a line end", "ab\ncd\n", ["bc"], "", []],
    ["[WATCH-2] the first pattern of the first line", "two one\none\n", ["one", "two"], "one", ["two one", "one"]],
    ["[WATCH-2] the first line decides", "two\none\n", ["one", "two"], "two", ["two", "one"]],
    ["[WATCH-2] an expression as well", "two one\n", ["/^one/", "/tw./", "one"], "/tw./", ["two one"]],
    ["blanks at the end go", "x \t \r\n", ["x"], "x", ["x"]],
    ["letters outside ASCII", "größe\nGRÖSSE\n", ["röß"], "röß", ["größe"]],
    ["bytes that are no text", "a\u0000b x\n", ["x"], "x", ["a\u0000b x"]],
    ["[WATCH-15] an expression", "took 5 ms\ntook 500 ms\n", ["/took \\d{3}/"], "/took \\d{3}/", ["took 500 ms"]],
    ["[WATCH-15] in any case", "eRRor\n", ["/error/i"], "/error/i", ["eRRor"]],
    ["[WATCH-15] at the ends of a line", "ab\nb\na\n", ["/^b$/"], "/^b$/", ["b"]],
    ["[WATCH-15] an empty line matches nothing", "\n\r\n\n", ["/^$/", "/x*/"], "", []],
    ["[WATCH-22] any output", "\n\na\n", ["/./"], "/./", ["a"]],
    ["[WATCH-17] colours do not split a word", `${ESC}[31mER${ESC}[1mROR${ESC}[0m\n`, ["ERROR"], "ERROR", ["ERROR"]],
    ["[WATCH-17] nor hide the start of a line", `${ESC}[32mready${ESC}[0m\n`, ["/^ready$/"], "/^ready$/", ["ready"]],
    ["[WATCH-17] nor are matched themselves", `${ESC}[31ma\n`, ["31m"], "", []],
    ["[WATCH-17] a title is not on the screen", `${ESC}]0;ERROR\u0007ok\n`, ["ERROR"], "", []],
    ["each state of a progress bar is a line", "1%\r2% ERROR\r3%\n", ["ERROR"], "ERROR", ["2% ERROR"]],
  ])("%s", (_, text, patterns, pattern, lines) => {
    expect(found(text, patterns)).toEqual({ length: Buffer.byteLength(text), count: lines.length, lines, pattern });
  });

  test("[WATCH-4] all are counted, and the first 20 are kept", () => {
    const { count, lines } = found("x\n".repeat(1_000), ["x"]);
    expect([count, lines.length]).toEqual([1_000, 20]);
  });

  test("an unfinished line waits, unless it is asked for", () => {
    expect([found("x\nx", ["x"], false), found("x\nx", ["x"], true)]).toMatchObject([
      { length: 2, count: 1 },
      { length: 3, count: 2 },
    ]);
  });
});

describe("[WATCH-3] reads cut at any byte", () => {
  const word = fc.constantFrom(
    "ERROR",
    "ERR",
    "OR",
    "warn",
    "ünï",
    "💥",
    "\r",
    "\r\n",
    "\n",
    "\n",
    " ",
    "12",
    `${ESC}[3`,
    "1m",
    `${ESC}[0m`,
    `${ESC}]0;t`,
    "\u0007",
    ESC,
    "\\",
    "x".repeat(WATCH_LINE_MAX_BYTES - 3),
  );
  const wanted = fc.subarray(
    ["ERROR", "warn 12", "ünï", "💥", "/ERR(OR)?\\d+/", "/^OR/", "/WARN|err/i", "xx", "x", "m"],
    {
      minLength: 1,
    },
  );

  test("give the same lines, in the same order", () => {
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 40 }),
        wanted,
        fc.infiniteStream(fc.nat(70_000)),
        (words, patterns, cuts) => {
          const text = Buffer.from(words.join(""));
          const match = createMatcher(parsePatterns(patterns));
          const pieces: ReturnType<typeof match>[] = [];
          let cursor = 0;
          for (let end = 0; end < text.length;) {
            end = Math.min(text.length, end + 1 + ((cuts.next().value ?? 0) % Math.max(1, text.length)));
            pieces.push(match(text.subarray(cursor, end), { atEnd: false }));
            cursor += pieces.at(-1)?.length ?? 0;
          }
          pieces.push(match(text.subarray(cursor), { atEnd: true }));
          const whole = match(text, { atEnd: true });
          expect({
            count: pieces.reduce((sum, piece) => sum + piece.count, 0),
            lines: pieces.flatMap((piece) => piece.lines).slice(0, 20),
            pattern: pieces.find((piece) => piece.count > 0)?.pattern ?? "",
          }).toEqual({ count: whole.count, lines: whole.lines, pattern: whole.pattern });
        },
      ),
      { numRuns: 300 },
    );
  });

  test("give what looking at each line gives", () => {
    const line = fc.string({ unit: fc.constantFrom("a", "b", "c", "é", " "), maxLength: 12 });
    const pattern = fc.string({ unit: fc.constantFrom("a", "b", "c", "é"), minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(line), fc.array(pattern, { minLength: 1, maxLength: 12 }), (lines, patterns) => {
        const matching = lines.filter((one) => patterns.some((two) => one.includes(two)));
        expect(found(lines.join("\n"), patterns)).toMatchObject({
          count: matching.length,
          lines: matching.slice(0, 20).map((one) => one.trimEnd()),
          pattern: patterns.find((one) => matching[0]?.includes(one)) ?? "",
        });
      }),
      { numRuns: 500 },
    );
  });
});

describe("[WATCH-19] long lines", () => {
  test("are matched in pieces", () => {
    const text = `${"x".repeat(WATCH_LINE_MAX_BYTES + 10)}ERROR\nERROR\n`;
    const { count, lines, length } = found(text, ["ERROR"], false);
    expect([count, lines, length]).toEqual([2, [`${"x".repeat(10)}ERROR`, "ERROR"], text.length]);
  });

  test("one that never ends does not wait for its end", () => {
    expect(found("x".repeat(3 * WATCH_LINE_MAX_BYTES + 5), ["y"], false).length).toBe(3 * WATCH_LINE_MAX_BYTES);
  });

  test.each<readonly [what: string, piece: string, patterns: readonly string[]]>([
    ["carriage returns only", "12345678\r", ["zzzz", "9"]],
    ["all of them match", "12345678\r", ["7"]],
    ["no line end at all", "12345678", ["zzzz", "8"]],
    ["strings that never end", `${ESC}]`, ["zzzz"]],
    ["escapes only", ESC, ["zzzz"]],
    ["an expression that makes others think for years", "x", ["/(x+x+)+y/"]],
    ["an expression with many states", "ab", ["/(a|b)*a(a|b){12}c/"]],
    ["almost a match everywhere", "aaaa", ["aaaaaaaaaaaaaaaaaaab"]],
  ])("take linear time: %s", (_, piece, patterns) => {
    const text = piece.repeat(2 ** 20 / piece.length);
    const plain = (): unknown => found(LINES, ["zzzz", "9"]);
    expect(timesAsLong(() => found(text, patterns), plain)).toBeLessThan(QUICK);
  });
});
