import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

import { systemCode } from "../../../core/errors.ts";

/**
 * Runs `body` unless another hook of the same home is at work: an agent that calls several tools at once runs its hooks at
 * once, and an event must not be told twice. Gives `undefined` then, since the other one tells it.
 */
export async function inTurn<Result>(home: string, body: () => Promise<Result>): Promise<Result | undefined> {
  const path = join(home, "hook.lock");
  if (!take(path) && !(isAbandoned(path) && take(path))) return undefined;
  try {
    return await body();
  } finally {
    rmSync(path, { force: true });
  }
}

function take(path: string): boolean {
  try {
    const file = openSync(path, "wx", 0o600);
    writeSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
    return false;
  }
}

/** Whether the program that took it is gone; then it is free again. */
function isAbandoned(path: string): boolean {
  try {
    process.kill(Number(readFileSync(path, "utf8")) || process.pid, 0);
    return false;
  } catch (error) {
    if (systemCode(error) === "ESRCH") rmSync(path, { force: true });
    return systemCode(error) === "ESRCH" || systemCode(error) === "ENOENT";
  }
}
