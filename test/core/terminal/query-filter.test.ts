import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { queryReader } from "../../../src/core/terminal/queries.ts";
import { queryFilter } from "../../../src/core/terminal/query-filter.ts";

const ESC = "\u001b";

const QUERIES: readonly string[] = [
  "[5n",
  "[6n",
  "[?6n",
  "[?996n",
  "[c",
  "[0c",
  "[>c",
  "[>0c",
  "[=c",
  "[>q",
  "[>0q",
  "[?2026$p",
  "[4$p",
  "[14t",
  "[16t",
  "[18t",
  "[21t",
  "[?u",
  "[x",
  "[?4m",
  "[?2;1;0S",
  "Z",
  "]10;?\u0007",
  `]11;?${ESC}\\`,
  "]4;1;?\u0007",
  "]4;1;?;2;?\u0007",
  "]52;c;?\u0007",
  "]21;foreground=?\u0007",
  `P+q544e${ESC}\\`,
  `P+q${"544e;".repeat(200)}${ESC}\\`,
  `P$qm${ESC}\\`,
  `_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA${ESC}\\`,
];

/** What looks like a query, and everything else. */
const SHOWN: readonly string[] = [
  "[2J",
  "[1;31m",
  "[>4;2m",
  "[?25l",
  "[22;0t",
  "[8;30;120t",
  "[2 q",
  "[>1u",
  "[<u",
  "[3S",
  "[?1049h",
  "(0",
  "=",
  "7",
  "]0;what?\u0007",
  `]2;c;?${ESC}\\`,
  `]8;;http://a.b/?${ESC}\\`,
  "]52;c;aGVsbG8=\u0007",
  "]4;1;rgb:00/00/00\u0007",
  `]1337;${"x".repeat(5000)}\u0007`,
  `Pq#0;2;0;0;0${"~".repeat(2000)}${ESC}\\`,
  `_Ga=T,f=100;AAAA${ESC}\\`,
];

function passed(pieces: readonly string[]): string {
  const filter = queryFilter();
  return pieces.map((piece) => filter.pass(piece)).join("");
}

function named(sequence: string): readonly [name: string, sequence: string] {
  return [JSON.stringify(sequence.slice(0, 24)), sequence];
}

describe("what a person is shown", () => {
  test.each(QUERIES.map(named))("[ATT-2] %s is not", (_, query) => {
    expect(passed([`a${ESC}${query}b`])).toBe("ab");
  });

  test.each(SHOWN.map(named))("[ATT-2] %s is", (_, sequence) => {
    expect(passed([`a${ESC}${sequence}b`])).toBe(`a${ESC}${sequence}b`);
  });

  test("[ATT-2] is nothing that would be answered for the program", () => {
    const answered = QUERIES.map((query) => `${ESC}${query}`).filter(
      (query) => queryReader().read(Buffer.from(query)).length > 0,
    );
    expect(answered.length).toBeGreaterThan(10);
    const all = [...QUERIES, ...SHOWN].map((sequence) => `${ESC}${sequence}x`).join("");
    expect(queryReader().read(Buffer.from(passed([all])))).toHaveLength(0);
  });

  test("[ATT-2] does not depend on where the output is cut", () => {
    const part = fc.constantFrom(
      ...QUERIES.map((one) => ESC + one),
      ...SHOWN.map((one) => ESC + one),
      "text",
      "\n",
      "é",
      "\u0005",
      ESC,
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.array(fc.nat(), { maxLength: 8 }), (parts, cuts) => {
        const text = parts.join("");
        const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b), text.length];
        const pieces = places.slice(1).map((end, index) => text.slice(places[index], end));
        // What waits at the end is not known yet, so something follows.
        expect(passed([...pieces, ".\u0018...."])).toBe(passed([`${text}.\u0018....`]));
      }),
      { numRuns: 500 },
    );
  });

  test("[ATT-2] does not wait for the end of a long string, and holds nothing of it", () => {
    const filter = queryFilter();
    expect(filter.pass(`${ESC}]2;${"x".repeat(1000)}`)).toHaveLength(1004);
    expect(filter.pass("y".repeat(1000))).toHaveLength(1000);
    expect(filter.pass(`\u0007${ESC}[6n.`)).toBe("\u0007.");
  });

  test("a sequence that never ends is shown in the end", () => {
    const endless = `${ESC}[${"1;".repeat(200)}`;
    expect(passed([endless])).toBe(endless);
  });
});
