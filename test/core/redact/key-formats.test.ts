import { expect, test } from "vitest";
import { KEY_FORMATS } from "../../../src/core/redact/key-formats.ts";
import { redactOutput, redactText } from "../../../src/core/redact/redact.ts";
import { corpus, measured } from "../../fixtures/secrets/corpus.mjs";

test("[REDACT-18] prefixes of formats are unique, and each ends where its alphabet could go on", () => {
  const prefixes = KEY_FORMATS.map(([prefix]) => prefix);
  expect(prefixes).toEqual([...new Set(prefixes)]);
});

test("[REDACT-18] recall and precision on the labelled corpus", () => {
  const { missed, alarms, ...rest } = measured((text, command) => redactOutput(text, { command }));
  expect({ missed: missed.map(({ format }) => format), alarms: alarms.map(({ kind }) => kind), ...rest }).toEqual({
    missed: [],
    alarms: [],
    secrets: 438,
    lookAlikes: 380,
    recall: 1,
    precision: 1,
  });
  const { secrets, lookAlikes } = corpus();
  expect(new Set(secrets.map(({ format }) => format)).size).toBeGreaterThanOrEqual(40);
  expect(new Set(lookAlikes.map(({ text }) => text)).size).toBeGreaterThanOrEqual(300);
});

test("[REDACT-10] base64 that contains the beginning of a key", () => {
  for (const text of [`x+gAAAAC${"mrY".repeat(9)}+x`, `/EAA${"b".repeat(110)}/`, `;base64,eyJ${"a".repeat(30)}`]) {
    expect(redactText(text)).toBe(text);
  }
});
