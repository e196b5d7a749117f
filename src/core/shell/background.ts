import { parse } from "unbash";
import type { CompoundList, Statement, SyntaxNode } from "unbash";

import { BACKGROUND_TAILS_MAX } from "../limits.ts";
import { isSafeTail, readsStatus } from "./background-safety.ts";
import type { Tail } from "./background-safety.ts";
import { isMalformed } from "./malformed.ts";
import { unlessTooDeep } from "./nodes.ts";

/**
 * `command` with `A && B &` written as `A && { B & }`. A shell runs the first in a copy of itself that waits for B, and keeps
 * our pipe open as long; of the second B alone is left. `A` runs in the foreground then, and when it fails that is
 * the status, so a list is left as it is where this would change what comes after it (`background-safety.ts`).
 *
 * Only lists are changed that the parser is sure of, by inserting at its positions: what it does not understand stays as it
 * is, to the byte. Idempotent. Rules and cases: behaviour 5.
 */
export function backgroundTail(command: string): string {
  if (!command.includes("&")) return command;
  return unlessTooDeep(
    () => withGroups(command),
    () => command,
  );
}

function withGroups(command: string): string {
  const script = parse(command);
  if (isMalformed(command, script)) return command;
  const found = tails({ commands: script.commands, statusRead: false, after: [] });
  if (found.length === 0 || found.length > BACKGROUND_TAILS_MAX) return command;
  return rewritten(
    command,
    found.filter((tail) => isSafeTail(tail) && !isZshDisown(command, tail)),
  );
}

/** The statements of a list, and what surrounds it. */
interface Place {
  readonly commands: readonly Statement[];
  readonly statusRead: boolean;
  readonly after: readonly SyntaxNode[];
}

function tails({ commands, statusRead, after }: Place): readonly Tail[] {
  return commands.flatMap((statement, index) => {
    if (!mayHoldTail(statement)) return [];
    const next = commands[index + 1];
    const inner = {
      statusRead: next === undefined ? statusRead : readsStatus(next),
      after: [...commands.slice(index + 1), ...after],
    };
    return statement.background === true && statement.command.type === "AndOr"
      ? [{ statement, list: statement.command, ...inner }]
      : innerTails(statement.command, inner);
  });
}

const COMPOUND: ReadonlySet<string> = new Set(["If", "While", "For", "Select", "ArithmeticFor", "Case", "Redirected"]);

function mayHoldTail({ background, command }: Statement): boolean {
  return COMPOUND.has(command.type) || (background === true && command.type === "AndOr");
}

/** Subshells, groups and functions are left alone (original). */
function innerTails(node: SyntaxNode, around: Omit<Place, "commands">): readonly Tail[] {
  const inside = (list: CompoundList | undefined, more: Partial<Place> = {}): readonly Tail[] =>
    list === undefined ? [] : tails({ commands: list.commands, ...around, ...more });
  const condition = { statusRead: true, after: [node, ...around.after] };
  const again = { statusRead: around.statusRead || readsStatus(node), after: [node, ...around.after] };
  switch (node.type) {
    case "If":
      return [
        ...inside(node.clause, condition),
        ...inside(node.then),
        ...node.elif.flatMap((part) => [...inside(part.clause, condition), ...inside(part.then)]),
        ...inside(node.else),
      ];
    case "While":
      return [...inside(node.clause, condition), ...inside(node.body, again)];
    case "For":
    case "Select":
    case "ArithmeticFor":
      return inside(node.body, again);
    case "Case":
      return node.items.flatMap(({ body, terminator }) => inside(body, terminator === ";&" ? condition : {}));
    case "Redirected":
      return innerTails(node.command, around);
    default:
      return [];
  }
}

function rewritten(command: string, found: readonly Tail[]): string {
  let result = "";
  let done = 0;
  for (const { statement, list } of found) {
    const start = list.commands.at(-1)?.pos ?? statement.end;
    result += `${command.slice(done, start)}{ ${command.slice(start, statement.end)} }`;
    done = statement.end;
    if (needsSeparator(command, done)) result += " ;";
  }
  return result + command.slice(done);
}

/** A `}` is no separator: where a command or a word like `done` follows, there must be one. */
function needsSeparator(command: string, from: number): boolean {
  const rest = command.slice(from).replace(/^(?:[ \t]|\\\n)+/, "");
  return rest !== "" && (rest.startsWith("&>") || !/^[;\n&|)}]/.test(rest));
}

/** zsh reads `&!` and `&|` as one word, which is not the one that the parser sees. */
function isZshDisown(command: string, { statement }: Tail): boolean {
  return /^[!|]/.test(command.slice(statement.end));
}
