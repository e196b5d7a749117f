import { rules } from "@secretlint/secretlint-rule-preset-recommend";

import { redactOutput } from "../dist/core/redact/redact.js";
import { corpus, measured } from "../test/fixtures/secrets/corpus.mjs";
import { atLeast, figure } from "./support/figures.mjs";
import { cpuOf, interleaved, median } from "./support/statistics.mjs";

const MIB = 2 ** 20;
const AGAINST = "secretlint's preset";
const COMMAND = "npm run build";

/** What is found of a labelled corpus and what is taken for a secret by mistake, and how fast the log of a build passes (per second of processor). */
export async function run({ quick, say }) {
  say("corpus");
  const scan = secretlint();
  const ours = measured((text, command) => redactOutput(text, { command }));
  const theirs = await measuredRanges(scan);
  say("build log");
  const text = buildLog((quick ? 1 : 4) * MIB);
  const coloured = text.replaceAll(/^\S+/gm, "\u001b[32m$&\u001b[39m");
  const times = await interleaved(
    {
      ours: () => msOf(() => redactOutput(text, { command: COMMAND })),
      dumped: () => msOf(() => redactOutput(text, { command: "env" })),
      coloured: () => msOf(() => redactOutput(coloured, { command: COMMAND })),
      theirs: () => msOf(() => scan(text)),
    },
    { rounds: quick ? 2 : 5 },
  );
  const rate = (name, size = text.length) => size / MIB / (median(times[name]) / 1000);
  const of = `${ours.secrets} secrets in ${formats()} formats, ${ours.lookAlikes} look-alikes`;
  const rest = { unit: "MiB/s", baseline: rate("theirs"), against: AGAINST };
  return [
    figure({
      what: `${of}: recall`,
      unit: "",
      ours: ours.recall,
      baseline: theirs.recall,
      against: AGAINST,
      target: atLeast(0.97, ""),
    }),
    figure({
      what: "the same: precision",
      unit: "",
      ours: ours.precision,
      baseline: theirs.precision,
      against: AGAINST,
      target: atLeast(0.99, ""),
    }),
    figure({ what: "redaction of a build log", ours: rate("ours"), target: atLeast(10, "MiB/s"), ...rest }),
    figure({ what: "the same in colours, raw", ours: rate("coloured", coloured.length), ...rest }),
    figure({ what: "the same as printed by `env`", ours: rate("dumped"), ...rest }),
  ];
}

function formats() {
  return new Set(corpus().secrets.map(({ format }) => format)).size;
}

/** Of processor: what else the machine does is not counted. */
async function msOf(action) {
  return (await cpuOf(action)).cpuMs;
}

/** The rules of the preset without its engine: gives the ranges that they report. */
function secretlint() {
  let ranges = [];
  const context = {
    createTranslator: () => () => ({ message: "", messageId: "", data: {} }),
    report: ({ range }) => ranges.push(range),
    ignore: () => undefined,
  };
  const files = rules.filter((rule) => rule.meta.type === "scanner").map((rule) => rule.create(context, {}));
  return async (content) => {
    ranges = [];
    const source = { content, filePath: "output.log", ext: ".log", contentType: "text" };
    await Promise.all(files.map((one) => one.file?.(source)));
    return ranges;
  };
}

/** The ranges of all texts first: its rules take their time asynchronously. */
async function measuredRanges(scan) {
  const { secrets, lookAlikes } = corpus();
  const masked = new Map();
  for (const { text } of [...secrets, ...lookAlikes]) masked.set(text, without(text, await scan(text)));
  return measured((text) => masked.get(text));
}

function without(text, ranges) {
  const kept = text.split("");
  for (const [from, to] of ranges) kept.fill("*", from, to);
  return kept.join("");
}

/** What a build prints, with a secret in every thousandth line. */
function buildLog(chars) {
  const lines = [
    "[12:00:01] Compiled src/components/task-runner.tsx in 812 ms (http://localhost:3000)",
    "npm warn deprecated inflight@1.0.6: This module is not supported, and leaks memory. Do not use it.",
    "  dist/assets/index-BxK3mZ9q.js   142.31 kB │ gzip: 45.90 kB │ map: 812.44 kB",
    " ✓ test/core/tokenizer.test.ts (12 tests) 31ms",
    "#12 sha256:9fceb02d0ae598e95dc970b74767f19372d61af8a3b1c5d7e9f0a1b2c3d4e5f6 12.58MB / 31.43MB 0.4s",
    "warning: unused variable: `key` --> src/main.rs:14:9",
    "2026-01-01T00:00:01.123Z INFO request handled status=200 path=/api/v1/items took=12ms user=ada@example.org",
    "gcc -O2 -Wall -I/usr/include/openssl -DNDEBUG -c -o build/obj/auth_token.o src/auth_token.c",
  ];
  const key = `ghp${"_"}${"0a1B2c".repeat(6)}`;
  const parts = [];
  for (let size = 0, at = 0; size < chars; at += 1) {
    const line = at % 1000 === 999 ? `leaked ${key}\n` : `${lines[at % lines.length]}\n`;
    parts.push(line);
    size += line.length;
  }
  return parts.join("");
}
