import { readFileSync } from "node:fs";

/** The text of a file of the kernel; null when it cannot be read. */
export function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
