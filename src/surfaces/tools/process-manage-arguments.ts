import { isObject, parseJson } from "../../base/json.ts";
import { BellhopError, invalidArgument } from "../../core/errors.ts";
import { ID_MAX_CHARS, WAIT_PROCESSES_MAX } from "../../core/limits.ts";
import { formatCondition, parseConditions } from "../../core/wait-condition.ts";
import { flag, isGiven, number, text } from "./lenient.ts";

/** What a model has sent, as an object. */
export type Arguments = Readonly<Record<string, unknown>>;
/** What an operation takes. */
export type Input = Readonly<Record<string, unknown>>;

/** Which processes are meant. */
export interface Meant {
  readonly ids: readonly string[];
  /** It was asked for several, also when it is a list of one. */
  readonly isList: boolean;
}

/** `session_id` and `session_ids`, whichever is given. Throws `invalid_argument`. */
export function meantBy(args: Arguments): Meant {
  const name = isGiven(args["session_ids"]) ? "session_ids" : "session_id";
  const given = listOf(args[name]).filter((one) => one !== "" && isGiven(one));
  if (given.length > WAIT_PROCESSES_MAX) throw invalidArgument(name, `a list of 1 to ${WAIT_PROCESSES_MAX} ids`, given);
  for (const one of given) if (!isId(one)) throw invalidArgument(name, EXPECTED, one);
  return { ids: given as string[], isList: name === "session_ids" || given.length > 1 };
}

const EXPECTED = `an id, a unique prefix of one, or a name (1 to ${ID_MAX_CHARS} characters)`;

function isId(value: unknown): value is string {
  return typeof value === "string" && value.length <= ID_MAX_CHARS && !value.includes("\0");
}

/** What `write`, `submit` and `paste` type. Left out, it is nothing (original). Throws `invalid_argument`. */
export function dataInput(args: Arguments): { readonly data: string } {
  const { data = "" } = text("data", args);
  if (typeof data !== "string") throw invalidArgument("data", "a text", data);
  return { data };
}

export function logInput(args: Arguments): Input {
  return {
    ...number("offset", args),
    ...number("limit", args),
    ...sinceInput(args),
    ...text("grep", args),
  };
}

export function waitInput(args: Arguments): Input {
  const conditions = [...conditionsOf(args["for"]), ...(flag("ready", args) ? ["ready"] : [])];
  return { ...number("timeout", args), ...sinceInput(args), ...(conditions.length > 0 && { for: conditions }) };
}

/** Keys are named in `keys`; some models put them where texts are. Throws `invalid_argument`. */
export function keysInput(args: Arguments): Input {
  const value = isGiven(args["keys"]) ? args["keys"] : args["data"];
  if (!isGiven(value)) throw new BellhopError("invalid_argument", `keys requires \`keys\`: ${SOME_KEYS}.`);
  return { keys: listOf(value).flatMap(namesIn) };
}

const SOME_KEYS = 'a list such as ["up", "enter"]';

/** Answers call it a cursor, so that is taken, too. */
function sinceInput(args: Arguments): { readonly since?: unknown } {
  const { cursor } = number("cursor", args);
  return { ...(cursor !== undefined && { since: cursor }), ...number("since", args) };
}

/** A text may hold several conditions with commas between them. Throws `invalid_argument`. */
function conditionsOf(value: unknown): readonly string[] {
  const list = listOf(value);
  if (typeof value === "string" && list[0] === value) return parseConditions(value).map(formatCondition);
  return list.map(conditionText);
}

/** `{ port: 3000 }` is what `port:3000` says. */
function conditionText(written: unknown): string {
  if (typeof written === "string") return written;
  const [entry, ...others] = isObject(written) ? Object.entries(written) : [];
  if (entry === undefined || others.length > 0 || !["string", "number"].includes(typeof entry[1]))
    throw invalidArgument("for", 'a list of texts such as "ready" or "port:3000"', written);
  return `${entry[0]}:${String(entry[1])}`;
}

/** `down down enter` are three keys. One character is a key, whichever it is. */
function namesIn(written: unknown): readonly string[] {
  if (typeof written !== "string") throw invalidArgument("keys", SOME_KEYS, written);
  return written.length > 1 ? written.split(/\s+/).filter((name) => name !== "") : [written];
}

/** A list, also one that is written as JSON; of one thing for everything else, and empty for nothing. Numbers in it become texts. */
function listOf(value: unknown): readonly unknown[] {
  if (!isGiven(value)) return [];
  const unpacked = typeof value === "string" && value.trimStart().startsWith("[") ? parseJson(value) : value;
  const list = Array.isArray(unpacked) ? (unpacked as readonly unknown[]) : [value];
  return list.map((one) => (typeof one === "number" || typeof one === "boolean" ? String(one) : one));
}
