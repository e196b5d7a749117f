import { readScript } from "./read.ts";
import type { SimpleCommand } from "./read.ts";
import { isServer } from "./servers.ts";
import { baseName } from "./unwrapped.ts";

const DETACHING: ReadonlySet<string> = new Set(["nohup", "disown", "setsid"]);

/**
 * Why a command must not run in the foreground, as sentences for a model, or empty when it may (behaviour 10.3): it detaches
 * a process, leaves one behind with `&`, or starts a server. What is quoted, and the text of a here-document, is
 * data; a command that only prints its help or version passes.
 */
export function foregroundGuard(command: string): string {
  const { commands, backgrounds } = readScript(command);
  const working = commands.filter((one) => !asksForHelp(one));
  const detaching = working.find(({ words }) => DETACHING.has(nameOf(words)));
  if (detaching !== undefined) return detachReason(nameOf(detaching.words));
  if (backgrounds.some((inside) => inside.length === 0 || inside.some((one) => !asksForHelp(one)))) return BACKGROUND;
  const server = working.find(({ words }) => isServer(words));
  return server === undefined ? "" : serverReason(server);
}

const BACKGROUND =
  'The command was not run: it puts a process into the background with "&", where nobody sees its output and its end, and a command in the foreground must leave nothing behind. Start what is to run on in a call of its own with background=true, without the "&"; go on with the rest in the next call.';

function detachReason(name: string): string {
  return `The command was not run: ${name} takes a process out of sight, so its output and its end would be lost. Leave ${name} out and start it with background=true: it runs on by itself, and you are told of its end.`;
}

const SHOWN_MAX_CHARS = 80;

function serverReason({ words }: SimpleCommand): string {
  const text = words.map((word) => word ?? "…").join(" ");
  const shown = text.length > SHOWN_MAX_CHARS ? `${text.slice(0, SHOWN_MAX_CHARS)}…` : text;
  return `The command was not run: \`${shown}\` is a server or a watcher, which does not end by itself, and would hold this call until its timeout. Start it with background=true, then wait until it is ready, and check it with a request in another call.`;
}

function asksForHelp({ words }: SimpleCommand): boolean {
  const last = words.at(-1);
  return words.includes("--help") || words.includes("--version") || last === "-h" || last === "-v";
}

function nameOf(words: SimpleCommand["words"]): string {
  return baseName(words[0] ?? "");
}
