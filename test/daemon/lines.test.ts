import fc from "fast-check";
import { expect, test } from "vitest";

import { encodeLine, LineDecoder } from "../../src/base/lines.ts";

function decode(decoder: LineDecoder, pieces: readonly Buffer[]): string[] {
  return pieces.flatMap((piece) => [...decoder.push(piece)]);
}

test("[DMN-1] lines come out as they went in, however the bytes are cut", () => {
  fc.assert(
    fc.property(fc.array(fc.json()), fc.array(fc.nat(40)), (texts, cuts) => {
      const bytes = Buffer.from(texts.map((text) => encodeLine(text)).join(""));
      const pieces: Buffer[] = [];
      let from = 0;
      for (const cut of cuts) pieces.push(bytes.subarray(from, (from += cut)));
      pieces.push(bytes.subarray(from));
      const lines = decode(new LineDecoder(1_000_000), pieces);
      expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(texts);
    }),
  );
});

test("[DMN-2] a line that is too long is refused before it is in memory", () => {
  const decoder = new LineDecoder(10);
  expect(decode(decoder, [Buffer.from("0123456789\nab")])).toEqual(["0123456789"]);
  expect(() => decode(decoder, [Buffer.from("cdefghijk")])).toThrow("A line is longer than 10 bytes.");
});

test("[DMN-2] a long line in single bytes takes time in proportion to its length", () => {
  const decoder = new LineDecoder(2_000_000);
  const byte = Buffer.from("x");
  for (let count = 0; count < 1_000_000; count++) decoder.push(byte).next();
  expect([...decoder.push(Buffer.from("\n"))]).toEqual(["x".repeat(1_000_000)]);
});
