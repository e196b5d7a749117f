import fc from "fast-check";
import { expect, test } from "vitest";

import { QUERY_MAX_BYTES } from "../../../src/core/limits.ts";
import { answerTo, type QueryReader, queryReader } from "../../../src/core/terminal/queries.ts";

const TERMINAL = { size: { rows: 24, cols: 80 }, cursor: { row: 3, column: 7 } };

function answers(...reads: string[]): string {
  const reader = queryReader();
  return reads.map((text) => answersOf(reader, Buffer.from(text, "latin1"))).join("");
}

function answersOf(reader: QueryReader, bytes: Uint8Array): string {
  return reader
    .read(bytes)
    .map((query) => answerTo(query, TERMINAL))
    .join("");
}

const ASKED: readonly (readonly [string, string])[] = [
  ["\u001b[5n", "\u001b[0n"],
  ["\u001b[18t", "\u001b[8;24;80t"],
  ["\u001b[6n", "\u001b[3;7R"],
  ["\u001b[?6n", "\u001b[?3;7R"],
  ["\u001b[?1049$p", "\u001b[?1049;0$y"],
  ["\u001b[c", "\u001b[?1;2c"],
  ["\u001b[>c", "\u001b[>0;276;0c"],
  ["\u001b[>q", "\u001bP>|XTerm(276)\u001b\\"],
  ["\u001b]11;?\u0007", "\u001b]11;rgb:0000/0000/0000\u001b\\"],
  ["\u001b]10;?\u001b\\", "\u001b]10;rgb:cccc/cccc/cccc\u001b\\"],
  ["\u001b]4;1;?\u0007", "\u001b]4;1;rgb:cdcd/0000/0000\u001b\\"],
];

const NOT_ASKED: readonly string[] = [
  "plain text",
  "\u001b[31mred\u001b[0m",
  "\u001bM reverse",
  "\u001b[?12345678901$p",
  "\u001b[?10a9$p",
  "\u001b]0;title 5n\u0007",
  "\u001b]4;16;?\u0007",
  "\u001bP1$r0 q\u001b\\",
  "\u001b[0n",
  `\u001b[${"1;".repeat(QUERY_MAX_BYTES)}6n`,
];

test("[TERM-2] each query has the answer of an xterm", () => {
  expect(ASKED.map(([query]) => [query, answers(`before ${query} after`)])).toEqual(ASKED);
});

test("[TERM-2] what is no query has no answer", () => {
  expect(NOT_ASKED.map((text) => answers(text))).toEqual(NOT_ASKED.map(() => ""));
});

test("[TERM-3] cut anywhere into reads, the answers are the same, in their order", () => {
  const piece = fc.oneof(fc.constantFrom(...ASKED.map(([query]) => query), ...NOT_ASKED), fc.string({ maxLength: 5 }));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.array(fc.nat(40), { maxLength: 20 }), (pieces, cuts) => {
      const text = pieces.join("");
      const reads: string[] = [];
      let at = 0;
      for (const cut of cuts) reads.push(text.slice(at, (at += cut)));
      reads.push(text.slice(at));
      expect(answers(...reads)).toBe(answers(text));
    }),
  );
});

test("[TERM-3] a broken sequence gives way to the next one", () => {
  expect([answers("\u001b[6", "\u001b[5n"), answers("\u001b[", "\u0018", "6n"), answers("\u001b", "[6", "n")]).toEqual([
    "\u001b[0n",
    "",
    "\u001b[3;7R",
  ]);
});

test("[TERM-3] a string that never ends is not kept", () => {
  const reader = queryReader();
  for (let turn = 0; turn < 64; turn++) reader.read(Buffer.alloc(16_384, "x"));
  expect([answersOf(reader, Buffer.from("\u001b]0;")), answersOf(reader, Buffer.alloc(1_000_000, "x"))]).toEqual([
    "",
    "",
  ]);
  expect(answersOf(reader, Buffer.from("\u0007\u001b[5n"))).toBe("\u001b[0n");
});

test("[TERM-3] each query says where it stands, also when it began in an earlier read", () => {
  const reader = queryReader();
  const places = ["ab\u001b[6n\u001b]11;?\u0007c\u001b", "[5", "n\u001b[c"].map((text) =>
    reader.read(Buffer.from(text)).map(({ start, end }) => [start, end]),
  );
  expect(places).toEqual([
    [
      [2, 6],
      [6, 13],
    ],
    [],
    [
      [-3, 1],
      [1, 4],
    ],
  ]);
});
