import fc from "fast-check";
import { expect, test } from "vitest";
import {
  completeUtf8Length,
  createUtf8Decoder,
  decodeUtf8,
  partialCharacterLength,
} from "../../../src/core/output/decode.ts";

const text = fc.string({ unit: "binary", maxLength: 60 });
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  // Bytes that are nearly UTF-8 find more than random ones.
  fc
    .array(fc.constantFrom(0x41, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2, 0xe0, 0xe2, 0xed, 0xf0, 0xf4, 0xf5), {
      maxLength: 12,
    })
    .map((list) => Uint8Array.from(list)),
);
const cuts = fc.array(fc.nat({ max: 60 }), { maxLength: 8 });

test("[TEXT-1] text cut at any bytes reads back the same", () => {
  fc.assert(
    fc.property(text, cuts, (whole, at) => {
      const decoder = createUtf8Decoder();
      const read = pieces(encode(whole), at).map((piece) => decoder.write(piece));
      expect([...read, decoder.end()].join("")).toBe(whole);
    }),
    { numRuns: 2_000 },
  );
});

test("[TEXT-1] any bytes cut anywhere decode as in one piece, as the platform's own stream decoder has it", () => {
  fc.assert(
    fc.property(bytes, cuts, (whole, at) => {
      const decoder = createUtf8Decoder();
      const stream = new TextDecoder("utf-8", { ignoreBOM: true });
      const parts = pieces(whole, at);
      // After every piece, not only at the end: nothing is held longer than it must be.
      const read = parts.map((piece) => decoder.write(piece));
      expect([...read, decoder.end()]).toEqual([
        ...parts.map((piece) => stream.decode(piece, { stream: true })),
        stream.decode(),
      ]);
      expect(read.join("").length).toBeLessThanOrEqual(decodeUtf8(whole).length);
    }),
    { numRuns: 5_000 },
  );
});

test("[TEXT-1] a caller may use its buffer again", () => {
  const decoder = createUtf8Decoder();
  const buffer = encode("€");
  decoder.write(buffer.subarray(0, 2));
  buffer.fill(0x41, 0, 2);
  expect(decoder.write(buffer.subarray(2))).toBe("€");
});

test.each([
  ["nothing", [], 0],
  ["ASCII", [0x41], 1],
  ["a whole character of each length", [0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80], 9],
  ["one byte of two", [0x41, 0xc3], 1],
  ["two bytes of three", [0x41, 0xe2, 0x82], 1],
  ["three bytes of four", [0x41, 0xf0, 0x9f, 0x98], 1],
  ["three bytes of four alone", [0xf0, 0x9f, 0x98], 0],
  ["an overlong form is invalid, not incomplete", [0xe0, 0x80], 2],
  ["half a surrogate as well", [0xed, 0xa0], 2],
  ["a character that does not exist as well", [0xf4, 0x90, 0x80], 3],
  ["a lead byte that never is one", [0xff], 1],
  ["stray continuation bytes", [0x80, 0x80, 0x80, 0x80], 4],
])("[TEXT-2] %s", (_, list, length) => {
  expect(completeUtf8Length(Uint8Array.from(list))).toBe(length);
});

test("[TEXT-2] a start inside a character skips the rest of that character only", () => {
  const all = encode("😀é€a");
  const lengths = Array.from(all, (_, start) => partialCharacterLength(all.subarray(start)));
  expect(lengths).toEqual([0, 3, 2, 1, 0, 1, 0, 2, 1, 0]);
});

test("[TEXT-1] a byte order mark is text", () => {
  expect(decodeUtf8(encode("\ufeffa"))).toBe("\ufeffa");
});

function encode(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}

function pieces(whole: Uint8Array, cutsAt: readonly number[]): Uint8Array[] {
  const places = [0, ...cutsAt.map((cut) => Math.min(cut, whole.length)).toSorted((a, b) => a - b), whole.length];
  return places.slice(1).map((end, index) => whole.subarray(places[index], end));
}
