/** One thing that was looked at. */
export interface Check {
  readonly name: string;
  readonly status: "ok" | "warn" | "fail";
  /** What was found. */
  readonly detail: string;
  /** What to do; only when it is not ok. */
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

export function warn(name: string, detail: string, advice: string): Check {
  return { name, status: "warn", detail, advice };
}

export function fail(name: string, detail: string, advice: string): Check {
  return { name, status: "fail", detail, advice };
}
