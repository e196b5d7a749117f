import { deepStrictEqual } from "node:assert/strict";

import { shellQuote } from "../../../base/shell-quote.ts";
import type { Environment } from "../../../ports/environment.ts";
import type { Rule } from "./rule.ts";

/** A line for the shell, what it prints there, and its exit code. */
type Case = readonly [command: string, output: string, exitCode: number];

const HOSTILE = `it's "quoted" $HOME \`id\` \\ * ? # & | ; ~ %s !1`;

const SAYS: readonly Case[] = [
  ["printf plain", "plain", 0],
  ["true", "", 0],
  ["printf 'one\\n'; printf 'two\\n' >&2; printf 'three\\n'", "one\ntwo\nthree\n", 0],
  ["printf out; exit 7", "out", 7],
  // Codes that a client may have for itself, and that say nothing here.
  ...[1, 2, 124, 125, 126, 127, 130, 137, 255].map((code): Case => [`exit ${code}`, "", code]),
  ["kill -KILL $$", "", 137],
  ["printf 'gr\\303\\274n \\342\\230\\203'", "grün ☃", 0],
  // A character that comes in two writes, and bytes that are none.
  ["printf '\\303'; sleep 0.2; printf '\\274'", "ü", 0],
  ["printf 'a\\377b'", "a\ufffdb", 0],
  [`cat <<'END'\n${HOSTILE}\nEND`, `${HOSTILE}\n`, 0],
  ["printf '%s|' 'a  b' \"c\td\" 'e\nf'", "a  b|c\td|e\nf|", 0],
  ["read line || echo nothing to read", "nothing to read\n", 0],
];

export const OUTPUT_RULES: readonly Rule[] = [
  ...SAYS.map(([command, output, exitCode]): Rule => ({
    rule: `runs ${JSON.stringify(command)} and tells what it printed and its exit code`,
    check: async (environment) => deepStrictEqual(await environment.execute(command), { output, exitCode }),
  })),
  {
    rule: "tells what is wrong with a command that cannot be run, as a value",
    async check(environment) {
      const [missing, broken] = await Promise.all([
        environment.execute("no-such-program-anywhere"),
        environment.execute("if true"),
      ]);
      deepStrictEqual([missing.exitCode, missing.output.includes("no-such-program-anywhere")], [127, true]);
      deepStrictEqual([broken.exitCode !== 0, broken.output !== ""], [true, true]);
    },
  },
  {
    rule: "runs in the directory that is asked for, whatever its name is",
    async check(environment) {
      const directory = (await environment.execute("mktemp -d")).output.trim();
      const odd = `${directory}/it's a "place" $HOME -x`;
      await environment.execute(`mkdir ${shellQuote(odd)}`);
      const here = await environment.execute("pwd", { cwd: odd });
      await environment.execute(`rm -r ${directory}`);
      deepStrictEqual(here, { output: `${odd}\n`, exitCode: 0 });
    },
  },
  {
    rule: "exits with 126, and does not run the command, where the directory cannot be entered",
    async check(environment) {
      const { output, exitCode } = await environment.execute("echo it ran", { cwd: "/no/such/directory" });
      deepStrictEqual([exitCode, output.includes("it ran")], [126, false]);
    },
  },
  {
    rule: "loses nothing of a long output",
    async check(environment) {
      const { output } = await environment.execute("head -c 3000000 /dev/zero | tr '\\0' x; echo end");
      deepStrictEqual([output.length, /^x*end\n$/.test(output)], [3_000_004, true]);
    },
  },
  {
    rule: "takes a long command",
    async check(environment) {
      const words = "w".repeat(60_000);
      deepStrictEqual(await environment.execute(`printf %s ${words} | wc -c | tr -d ' '`), {
        output: "60000\n",
        exitCode: 0,
      });
    },
  },
  { rule: "keeps calls at the same time apart", check: apart },
];

async function apart(environment: Environment): Promise<void> {
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
  const answers = await Promise.all(
    numbers.map((number) => environment.execute(`sleep 0.${number}; echo ${number}; exit ${number}`)),
  );
  deepStrictEqual(
    answers,
    numbers.map((number) => ({ output: `${number}\n`, exitCode: number })),
  );
}
