/** Every error that Bellhop throws. `docs/errors.md` lists them; a test compares both. */
export const ERROR_CODES = {
  invalid_argument: "An argument is not what the call takes.",
  not_found: "No process has that id, prefix or name.",
  ambiguous_id: "More than one process matches.",
  start_failed: "The command could not be started; no process is left.",
  too_many_processes: "The home has as many running processes as it may have.",
  home_in_use: "Another program owns the home.",
  home_unusable: "The home cannot be read or written.",
  home_too_new: "A newer Bellhop wrote the home.",
  daemon_unreachable: "No daemon answers, and none could be started.",
  daemon_newer: "The daemon is newer than this client.",
  service_unavailable: "The service manager cannot do what was asked.",
  connection_lost: "The connection to the daemon ended before the answer.",
  protocol: "The other side sent something that is not a message.",
  package_missing: "An optional package that the call needs is not installed.",
  internal: "A fault of Bellhop itself.",
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

const BRAND = Symbol.for("bellhop.error");

/**
 * A sentence: what happened, to which process, with numbers and units, then what to do next.
 * `code` is for programs. Recognise it with {@link isBellhopError}, which also works across two copies of the package.
 */
export class BellhopError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    Object.defineProperty(this, BRAND, { value: true });
  }
}
Object.defineProperty(BellhopError.prototype, "name", { value: "BellhopError" });

export function isBellhopError(value: unknown): value is BellhopError {
  return typeof value === "object" && value !== null && BRAND in value;
}

/** The error for an argument: its name, what it must be, and what it was. */
export function invalidArgument(name: string, expected: string, value: unknown): BellhopError {
  return new BellhopError("invalid_argument", `${name} must be ${expected}; got ${show(value)}.`);
}

/** The sentence of whatever was thrown. It never throws itself: an object without a prototype has no text. */
export function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return "Something was thrown that has no text.";
  }
}

/** The `code` of a system error (`ENOENT`, …), or undefined. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

const SHOWN_VALUE_MAX_CHARS = 80;

function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(clip(value));
  if (typeof value === "number" || typeof value === "boolean" || value === null || value === undefined) {
    return String(value);
  }
  return Array.isArray(value) ? "an array" : `a value of type ${typeof value}`;
}

function clip(text: string): string {
  return text.length > SHOWN_VALUE_MAX_CHARS ? `${text.slice(0, SHOWN_VALUE_MAX_CHARS)}…` : text;
}
