/** One thing that was looked at. */
export interface Check {
  readonly name: string;
  /** `off`: it is not there, and nothing needs it. */
  readonly status: "ok" | "warn" | "fail" | "off";
  /** What was found. */
  readonly detail: string;
  /** What to do; only with `warn` and `fail`. */
  readonly advice?: string;
}

/** Where the checks look. */
export interface Patient {
  /** The state directory. */
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
}

export function ok(name: string, detail: string): Check {
  return { name, status: "ok", detail };
}

export function off(name: string, detail: string): Check {
  return { name, status: "off", detail };
}

export function warn(name: string, detail: string, advice: string): Check {
  return { name, status: "warn", detail, advice };
}

export function fail(name: string, detail: string, advice: string): Check {
  return { name, status: "fail", detail, advice };
}
