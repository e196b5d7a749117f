import { BellhopError } from "./errors.ts";

/** What may stand behind the `?` of a name of an environment. */
export type OptionName =
  | "host"
  | "user"
  | "memory"
  | "network"
  | "cpus"
  | "pids"
  | "remove"
  | "identity"
  | "knownHosts"
  | "namespace"
  | "context"
  | "container";

interface OptionCheck {
  readonly expected: string;
  isValid(value: string): boolean;
}

const AMOUNT = /^(\d{1,15})([bkmg]?)$/i;
const UNITS: Readonly<Record<string, number>> = { "": 1, b: 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

/** A value goes to another program as a word of its own: none may begin with "-", where it would be an option there. */
const word = (expected: string, fits: RegExp): OptionCheck => ({
  expected,
  isValid: (value) => !value.startsWith("-") && fits.test(value),
});

const number = (expected: string, isValid: (value: number) => boolean): OptionCheck => ({
  expected,
  isValid: (value) => /^\d{1,9}(?:\.\d{1,3})?$/.test(value) && isValid(Number(value)),
});

export const OPTION_CHECKS: Readonly<Record<OptionName, OptionCheck>> = {
  host: word(
    "an address: unix:///path, tcp://host:port, http(s)://host:port",
    /^(?:unix:\/\/\/|(?:tcp|https?):\/\/[^/@]+(?:\/|$))[^@]*$/,
  ),
  user: word("a user, or user:group", /^[\w.][\w.-]*(?::[\w.][\w.-]*)?$/),
  memory: {
    expected: "an amount of memory: 512m, 2g, or bytes",
    isValid: (value) => AMOUNT.test(value) && bytesOf(value) > 0 && Number.isSafeInteger(bytesOf(value)),
  },
  network: word("the name of a network: none, host, …", /^\w[\w.:-]*$/),
  cpus: number("a number of processor cores above 0: 2, 0.5", (value) => value > 0),
  pids: number("a number of processes, 1 or more", (value) => value >= 1 && Number.isInteger(value)),
  remove: { expected: '"idle"', isValid: (value) => value === "idle" },
  identity: word("the path of a private key, beginning with / or ~/", /^(?:~?\/)/),
  knownHosts: word("the path of a file of known hosts, beginning with / or ~/", /^(?:~?\/)/),
  namespace: word("the name of a namespace", /^[a-z0-9][a-z0-9.-]*$/),
  context: word("the name of a context", /^\w[\w.:@/-]*$/),
  container: word("the name of a container", /^[a-z0-9][a-z0-9.-]*$/),
};

/** Bytes of an amount with a unit. NaN when it is none. */
export function bytesOf(amount: string): number {
  const [, digits, unit = ""] = AMOUNT.exec(amount) ?? [];
  return Number(digits) * (UNITS[unit.toLowerCase()] ?? Number.NaN);
}

/** Not empty, and without characters that a list or a log could not show. */
export function isPlain(text: string): boolean {
  return text !== "" && !/[\p{Cc}\p{Cs}]/u.test(text);
}

/** The text of a part that was written with percent signs. Throws `invalid_argument`. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw refused('A "%" in the name of an environment must be written as %25, or stand before two hex digits');
  }
}

/** Only what would be read as something else is written with percent signs, so that names can be read. */
export function encoded(part: string): string {
  return encodeURIComponent(part).replaceAll(/%(?:2F|3A|40|2C|5B|5D|24)/g, decodeURIComponent);
}

export function refused(what: string): BellhopError {
  return new BellhopError("invalid_argument", `${what}.`);
}
