import { PROGRAM } from "./unwrapped.ts";
import type { Text, Unwrapped } from "./unwrapped.ts";

const RUNS: ReadonlySet<string> = new Set(["-exec", "-execdir", "-ok", "-okdir"]);

/** `find … -exec COMMAND ;` is a program, and runs commands. */
export function findCommands(words: readonly Text[]): Unwrapped {
  const commands: (readonly Text[])[] = [];
  for (let index = 1; index < words.length; index++) {
    if (!RUNS.has(words[index] ?? "")) continue;
    const end = words.findIndex((one, place) => place > index && (one === ";" || one === "+"));
    const command = words.slice(index + 1, end === -1 ? undefined : end);
    commands.push(command.map((one) => (one?.includes("{}") === true ? null : one)));
    index += command.length;
  }
  const problem = words.includes(null)
    ? "arguments of find, which may run commands, that only the running shell knows"
    : "";
  return { ...PROGRAM, commands, problem };
}
