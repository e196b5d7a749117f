import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/** Where the shim looks, whatever the caller's PATH is. */
const SYSTEM_DIRECTORIES = ["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin", "/run/current-system/sw/bin"];

/** The path of `program` on `path`, then in the system's directories; null when it is nowhere. */
export function findProgram(program: string, path = ""): string | null {
  if (program.includes("/")) return isExecutable(program) ? program : null;
  const directories = [...path.split(delimiter).filter(isAbsolute), ...SYSTEM_DIRECTORIES];
  return directories.map((directory) => join(directory, program)).find(isExecutable) ?? null;
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
