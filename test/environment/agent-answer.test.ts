import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

import { type Encoding, parseAnswer } from "../../src/adapters/environment/agent-answer.ts";
import { printfFormat } from "../../src/adapters/environment/printf-format.ts";
import { shellQuote } from "../../src/base/shell-quote.ts";

const ALL_BYTES = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));

test.each(["dash", "bash", "busybox sh"])("[EWH-2] any byte passes a line of %s", (shell) => {
  const [program = "", ...words] = shell.split(" ");
  const env = { LC_ALL: "C", HOME: "/nowhere" };
  const said = execFileSync(program, [...words, "-c", `printf ${printfFormat(ALL_BYTES)}`], { env });
  expect(said).toEqual(ALL_BYTES);
  const word = `it's $HOME "\`\\ \n é`;
  expect(execFileSync(program, [...words, "-c", `printf %s ${shellQuote(word)}`], { env, encoding: "utf8" })).toBe(
    word,
  );
});

const TEXT = "bh1 data 3 log id 0 7\n";
const ANSWERS: readonly { title: string; encoding: Encoding; text: string; data: string; isWhole: boolean }[] = [
  { title: "raw", encoding: "raw", text: `noise\n${TEXT}a\nb\nbh1 end\n`, data: "a\nb", isWhole: true },
  {
    title: "raw that looks like a line of ours",
    encoding: "raw",
    text: `bh1 data 8 log\nbh1 end\n\nbh1 end\n`,
    data: "bh1 end\n",
    isWhole: true,
  },
  {
    title: "base64 over lines that end as on Windows",
    encoding: "base64",
    text: `${TEXT}YQ\r\npi\r\nbh1 end\r\n`.replace("7\n", "7\r\n"),
    data: "a\nb",
    isWhole: true,
  },
  { title: "hexadecimal", encoding: "od", text: `${TEXT} 61 0a\n 62\n\nbh1 end`, data: "a\nb", isWhole: true },
  { title: "nothing behind the last byte", encoding: "raw", text: `${TEXT}a\nb`, data: "a\nb", isWhole: false },
  { title: "cut in the bytes", encoding: "raw", text: `${TEXT}a\n`, data: "", isWhole: false },
  {
    title: "cut in the text of the bytes",
    encoding: "base64",
    text: `${TEXT}YQpi\n`.slice(0, -3),
    data: "",
    isWhole: false,
  },
  {
    title: "noise in the text of the bytes",
    encoding: "base64",
    text: `${TEXT}YQ\nhello\npi\nbh1 end\n`,
    data: "",
    isWhole: false,
  },
  { title: "nothing", encoding: "raw", text: "", data: "", isWhole: false },
];

test.each(ANSWERS)("[EWH-10] an answer: $title", ({ encoding, text, data, isWhole }) => {
  const answer = parseAnswer(Buffer.from(text), "bh1", encoding);
  expect({ data: answer.lines.map((line) => line.data.toString()).join(""), isWhole: answer.isWhole }).toEqual({
    data,
    isWhole,
  });
});
