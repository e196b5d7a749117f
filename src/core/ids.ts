import { invalidArgument } from "./errors.ts";
import { NAME_MAX_CHARS, PREFIX_MIN_CHARS } from "./limits.ts";

const ID_PREFIX = "proc_";
const ID_DIGITS = 12;
const ID = /^proc_[0-9a-f]{12}$/;
const NAME = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;
/** With or without `proc_`, it would be read as the id of a process, perhaps of another one. */
const LIKE_AN_ID = /^(?:proc_.*|[0-9a-f]{12})$/i;

/** One process that a person or a model may mean. */
export interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly running: boolean;
}

export type Resolution =
  | { readonly kind: "found"; readonly id: string }
  | { readonly kind: "not_found" }
  | { readonly kind: "ambiguous"; readonly ids: readonly string[] };

/** Whether `text` has the shape of an id: `proc_` and 12 hex digits. An id is also the name of a directory, so it is checked. */
export function isProcessId(text: string): boolean {
  return ID.test(text);
}

/** The id made of the first 12 digits of `bytesHex`, which must be random. */
export function processIdFrom(bytesHex: string): string {
  const id = ID_PREFIX + bytesHex.slice(0, ID_DIGITS).toLowerCase();
  if (!isProcessId(id)) throw invalidArgument("bytesHex", `${ID_DIGITS} hex digits or more`, bytesHex);
  return id;
}

/** Whether a process may be called `name`. It begins with a letter, digit or `_` (not like an option), and is not like an id. */
export function isValidName(name: string): boolean {
  return name.length <= NAME_MAX_CHARS && NAME.test(name) && !LIKE_AN_ID.test(name);
}

/**
 * Which process `query` means: the one with that id, else with that name (a running one first), else the only one
 * whose id begins so. `candidates` are ordered, the newest first: of several ended ones with the name, the first is meant.
 */
export function resolveId(query: string, candidates: readonly Candidate[]): Resolution {
  const text = query.trim();
  const exact = candidates.find((one) => one.id === text) ?? withName(text, candidates);
  return exact ? { kind: "found", id: exact.id } : resolvePrefix(text, candidates);
}

function withName(name: string, candidates: readonly Candidate[]): Candidate | undefined {
  if (name === "") return undefined;
  const named = candidates.filter((one) => one.name === name);
  return named.find((one) => one.running) ?? named[0];
}

function resolvePrefix(text: string, candidates: readonly Candidate[]): Resolution {
  const prefix = text.startsWith(ID_PREFIX) ? text : ID_PREFIX + text;
  if (prefix.length < ID_PREFIX.length + PREFIX_MIN_CHARS) return { kind: "not_found" };
  const ids = [...new Set(candidates.map((one) => one.id).filter((id) => id.startsWith(prefix)))];
  const [id] = ids;
  if (id === undefined) return { kind: "not_found" };
  return ids.length === 1 ? { kind: "found", id } : { kind: "ambiguous", ids };
}
