import fc from "fast-check";
import { expect, test } from "vitest";

import { fitOutput } from "../../../src/core/output/fit.ts";

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, place) => `line ${String(from + place).padStart(4, "0")}\n`).join("");

test("[FIT-1] what fits is as it is", () => {
  expect([fitOutput("", 10), fitOutput("a\nb", 3)]).toEqual([{ text: "" }, { text: "a\nb" }]);
});

test("[FIT-1] head and tail are kept at line ends, and one line between them says what is missing", () => {
  expect(fitOutput(lines(0, 1000), 300, "Ask for it.")).toEqual({
    text: `${lines(0, 9)}[9770 characters in 977 lines are left out here. Ask for it.]\n${lines(986, 1000)}`,
    leftOut: { chars: 9770, lines: 977, linesBefore: 9 },
  });
});

test("[FIT-1] how to get it may depend on where it stood", () => {
  const { text } = fitOutput(lines(0, 1000), 300, ({ linesBefore }) => `Go on at ${linesBefore}.`);
  expect(text).toContain("\n[9770 characters in 977 lines are left out here. Go on at 9.]\n");
});

test("[FIT-1] the model is told of the log unless somebody knows better", () => {
  expect(fitOutput(lines(0, 100), 400).text).toMatch(
    /^\[\d+ characters in \d+ lines are left out here\. process_manage log shows it: .+ offset and limit, .+ grep\.\]$/m,
  );
});

test("[FIT-1] one long line is cut between two characters", () => {
  const { text, leftOut } = fitOutput("😀".repeat(1000), 201, "Ask.");
  expect(text).toMatch(/^(?:😀)+\n\[\d+ characters in 1 line are left out here\. Ask\.\]\n(?:😀)+$/u);
  expect(leftOut?.linesBefore).toBe(0);
});

test("[FIT-2] whatever the text: never too long, and head, what is left out and tail are the whole", () => {
  const text = fc.array(fc.constantFrom("\n", "a", "word ", "😀", "x".repeat(90)), { maxLength: 300 });
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 2000 }), (parts, maxChars) => {
      const whole = parts.join("");
      const { text: fitted, leftOut } = fitOutput(whole, maxChars, "Ask.");
      if (leftOut === undefined) {
        expect(fitted).toBe(whole);
        return;
      }
      const { chars, lines: count } = leftOut;
      const marker = `[${chars} characters in ${count} line${count === 1 ? "" : "s"} are left out here. Ask.]\n`;
      const at = fitted.indexOf(marker);
      const tail = fitted.slice(at + marker.length);
      const head = [fitted.slice(0, at), fitted.slice(0, Math.max(0, at - 1))].find(
        (one) => whole.startsWith(one) && one.length + chars + tail.length === whole.length,
      );
      expect(at).toBeGreaterThanOrEqual(0);
      expect(whole.endsWith(tail)).toBe(true);
      expect(head).toBeDefined();
      const missing = whole.slice(head?.length, whole.length - tail.length);
      expect(count).toBe(missing.split("\n").length - (missing.endsWith("\n") ? 1 : 0));
      expect(fitted).not.toMatch(/\p{Surrogate}/u);
      expect(fitted.length).toBeLessThanOrEqual(Math.max(maxChars, marker.length));
    }),
  );
});
