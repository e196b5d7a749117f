import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const PORT_MAX = 65_535;

/** Where a home says that its page was asked for: one line, the port. */
function wishPath(home: string): string {
  return join(home, "web");
}

/** The port on which the page of a home was served last; undefined when nobody has asked for it. */
export function readWish(home: string): number | undefined {
  try {
    const port = Number(readFileSync(wishPath(home), "utf8"));
    return Number.isInteger(port) && port > 0 && port <= PORT_MAX ? port : undefined;
  } catch {
    return undefined;
  }
}

export function saveWish(home: string, port: number): void {
  writeFileSync(wishPath(home), `${port}\n`, { mode: 0o600 });
}

export function forgetWish(home: string): void {
  rmSync(wishPath(home), { force: true });
}
