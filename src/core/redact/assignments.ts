import { FULL_MASK, isMasked, maskInFile, maskToken } from "./mask.ts";
import type { Mode, Rule } from "./rules.ts";
import { isSecret, strengthOf } from "./secret-name.ts";

/** Values by the names of their variables and fields. Only in what is no source code: there, a name tells little. */
export const ASSIGNMENT_RULES: readonly Rule[] = [
  {
    // `NAME=value`, `a.b.password=value`, `export name = "value"`. Small names need an underscore, a dot or the start of the line.
    name: "assignment",
    signs: 0,
    pattern:
      /(?<![A-Za-z0-9_.$%-])([A-Za-z_][A-Za-z0-9_.-]*)([ \t]*=[ \t]*)(?:"([^"\r\n]*)"|'([^'\r\n]*)'|([^\s"'][^\s]*))/g,
    mask: maskAssignment,
  },
  {
    name: "json field",
    signs: 0,
    pattern:
      /("(?:api_?key|token|secret|password|access_?token|refresh_?token|auth_?token|bearer|secret_?value|raw_?secret|secret_?input|key_?material|client_?secret|private_?key)"[ \t]*:[ \t]*")((?:[^"\\\r\n]|\\.)*)(?=")/gi,
    mask: ([all, start, value = ""], mode) =>
      value === "" || isMasked(value) || isLookup(value) ? all : start + maskValue(value, mode),
  },
  {
    // `password: value` alone in its line. Bare `auth` heads a section.
    name: "yaml field",
    signs: 0,
    pattern:
      /^((?:[ \t]*\d{1,6}[|:\t])?[ \t]*(?:- )?["']?)([A-Za-z_][\w.-]*)(["']?:[ \t]+)("[^"\r\n]*"|'[^'\r\n]*'|[^\s"'#&*|>{[][^\s]*)(?=[ \t\r]*(?:#|$))/gm,
    mask: maskYaml,
  },
  {
    name: "netrc password",
    signs: 0,
    pattern: /((?:^|[ \t])(?:login|user)[ \t]+\S{1,256}[ \t]+password[ \t]+)(\S+)/gm,
    mask: ([all, start, value = ""], mode) => (isMasked(value) ? all : start + maskValue(value, mode)),
  },
  {
    name: "pgpass password",
    signs: 0,
    pattern: /^([^\s:#=]{1,256}:(?:\d{1,5}|\*):[^\s:]{1,256}:[^\s:]{1,256}:)([^\s:]+)(?=\r?$)/gm,
    mask: ([all, start, value = ""], mode) => (isMasked(value) ? all : start + maskValue(value, mode)),
  },
];

/** Fields of a printed Python dictionary. Messages of failed tests and of exceptions have them as well. */
export const REPR_RULE: Rule = {
  name: "repr field",
  signs: 0,
  pattern: /('([A-Za-z_][\w.-]*)'[ \t]*:[ \t]*b?')([^'\r\n]+)(?=')/g,
  mask: ([all, start, name = "", value = ""]) =>
    strengthOf(name) === "none" || isMasked(value) || (strengthOf(name) === "weak" && !isSecret(name, value))
      ? all
      : start + FULL_MASK,
};

function maskAssignment(found: RegExpExecArray, mode: Mode): string {
  const [all, name = "", sign = "", double, single, bare] = found;
  const quote = double === undefined ? (single === undefined ? "" : "'") : '"';
  const whole = double ?? single ?? bare ?? "";
  const isEnvironment = /^[A-Z0-9_]+$/.test(name);
  if (!isEnvironment && !isConfiguration(name, found)) return all;
  // The value of a configuration ends at `&`; that of a variable does not.
  const value = isEnvironment || quote !== "" ? whole : (/^[^&]*/.exec(whole)?.[0] ?? "");
  if (!isSecret(name, value)) return all;
  return `${name}${sign}${quote}${maskValue(value, mode)}${whole.slice(value.length)}${quote}`;
}

/** Small names are told apart from source code and from queries of addresses. */
function isConfiguration(name: string, { input, index }: RegExpExecArray): boolean {
  if (!/[_.]/.test(name) && !isAtStart(input, index)) return false;
  return !input.slice(Math.max(0, index - NEAR_CHARS), index + NEAR_CHARS).includes("://");
}

/** How far an address may be from a name that is part of it; a line may be much longer. */
const NEAR_CHARS = 2_048;

const START_MAX_CHARS = 64;
const START = /^[ \t]*(?:\d{1,6}[|:\t][ \t]*)?(?:export[ \t]+|set[ \t]+|declare[ \t]+(?:-\w+[ \t]+)?)?$/;

function isAtStart(line: string, index: number): boolean {
  const least = Math.max(0, index - START_MAX_CHARS);
  const before = line.slice(least, index);
  const lineStart = before.lastIndexOf("\n") + 1;
  return (lineStart > 0 || least === 0) && START.test(before.slice(lineStart));
}

function maskYaml(found: RegExpExecArray, mode: Mode): string {
  const [all, start = "", name = "", colon = "", whole = ""] = found;
  if (all.includes("://") || name.toLowerCase() === "auth") return all;
  const quote = /^["']/.exec(whole)?.[0] ?? "";
  const value = quote === "" ? whole : whole.slice(1, -1);
  if (!isSecret(name, value)) return all;
  return `${start}${name}${colon}${quote}${maskValue(value, mode)}${quote}`;
}

function maskValue(value: string, { fileRead }: Mode): string {
  return fileRead ? maskInFile("") : maskToken(value);
}

function isLookup(value: string): boolean {
  return /^(?:\$\{?[A-Za-z_]|os\.|process\.env|<|\{)/.test(value);
}
