import { deepStrictEqual, rejects } from "node:assert/strict";

import type { Environment, ExecutedBytes, ExecuteOptions } from "../../../ports/environment.ts";
import { type Rule, inTime } from "./rule.ts";

const EVERY_BYTE = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
const PRINTS_EVERY_BYTE = `printf '${[...EVERY_BYTE].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("")}'`;

/** Where `bytes` is there. */
export const BYTE_RULES: readonly Rule[] = [
  {
    rule: "gives each byte of the standard output as it is, and the other output apart",
    needs: ["bytes"],
    async check(environment) {
      const { stdout, stderr, exitCode } = await bytesOf(environment, `${PRINTS_EVERY_BYTE}; echo aside >&2; exit 9`);
      deepStrictEqual([stdout.equals(EVERY_BYTE), stderr.includes("aside"), exitCode], [true, true, 9]);
    },
  },
  {
    rule: "loses no byte of a long output",
    needs: ["bytes"],
    async check(environment) {
      const { stdout } = await bytesOf(environment, "head -c 8000000 /dev/zero");
      deepStrictEqual([stdout.length, stdout.every((byte) => byte === 0)], [8_000_000, true]);
    },
  },
  {
    rule: "keeps the bytes of a command whose time is up",
    needs: ["bytes"],
    async check(environment) {
      const { answer } = await inTime(
        (timeoutMs) => bytesOf(environment, "printf before; sleep 600", { timeoutMs }),
        ({ stdout }) => stdout.length > 0,
      );
      deepStrictEqual([answer.stdout.toString(), answer.exitCode], ["before", 124]);
    },
  },
  {
    rule: "exits with 126 where the directory cannot be entered, also for bytes",
    needs: ["bytes"],
    async check(environment) {
      const { stdout, exitCode } = await bytesOf(environment, "echo it ran", { cwd: "/no/such/directory" });
      deepStrictEqual([stdout.length, exitCode], [0, 126]);
    },
  },
];

/** Where `stdin` is there, and that it is refused where it is not. */
export const STDIN_RULES: readonly Rule[] = [
  {
    rule: "gives a command its input, byte by byte, and then the end of it; without the ability it refuses",
    async check(environment) {
      const call = (): Promise<unknown> =>
        environment.execute("od -An -v -tu1 | tr -s ' \\n' ' '", { stdin: EVERY_BYTE });
      if (!environment.abilities.has("stdin")) await rejects(call, /input/);
      else deepStrictEqual(await call(), { output: ` ${[...EVERY_BYTE].join(" ")} `, exitCode: 0 });
    },
  },
  {
    rule: "ends an empty input at once",
    needs: ["stdin"],
    check: async (environment) =>
      deepStrictEqual(await environment.execute("cat; echo end", { stdin: new Uint8Array() }), {
        output: "end\n",
        exitCode: 0,
      }),
  },
  {
    rule: "gives all of a long input",
    needs: ["stdin"],
    check: async (environment) =>
      deepStrictEqual(await environment.execute("wc -c | tr -d ' '", { stdin: Buffer.alloc(2_000_000, "y") }), {
        output: "2000000\n",
        exitCode: 0,
      }),
  },
  {
    rule: "does not mind a command that does not read its input",
    needs: ["stdin"],
    check: async (environment) =>
      deepStrictEqual(await environment.execute("echo done; exit 4", { stdin: Buffer.alloc(2_000_000, "y") }), {
        output: "done\n",
        exitCode: 4,
      }),
  },
];

async function bytesOf(environment: Environment, command: string, options?: ExecuteOptions): Promise<ExecutedBytes> {
  if (environment.executeBytes === undefined) throw new Error(`${environment.name} has no executeBytes`);
  return environment.executeBytes(command, options);
}
