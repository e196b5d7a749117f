import { accessSync, constants, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";

/**
 * The directory itself when it can be entered, otherwise its nearest usable parent, otherwise the temporary directory
 * (behaviour 6.2): a job that was sent to a directory that is gone must still start somewhere harmless.
 */
export function usableDirectory(path: string): string {
  for (let current = path; current !== "";) {
    if (canEnter(current)) return current;
    const parent = dirname(current);
    if (parent === current) break;
    current = parent;
  }
  return tmpdir();
}

function canEnter(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
