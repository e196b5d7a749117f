import { lstatSync, mkdirSync, statSync } from "node:fs";

/** Makes `directory` (0700) unless it is there. Throws when it is not ours alone: somebody may have put it there to listen in. */
export function makePrivateDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const flaw = privacyFlaw(directory);
  if (flaw) throw new Error(`${directory} ${flaw}; remove it, or set XDG_RUNTIME_DIR to a private directory.`);
}

/** What keeps `directory` from being private, as the end of a sentence; undefined when it is private. */
export function privacyFlaw(directory: string): string | undefined {
  const stat = lstatSync(directory);
  if (!stat.isDirectory()) return "is not a directory";
  if (stat.uid !== process.getuid?.()) return `belongs to user ${stat.uid}`;
  const mode = stat.mode & 0o777;
  if (mode & 0o077) return `is open to other users (mode ${mode.toString(8).padStart(4, "0")})`;
  return undefined;
}

/** Whether the file is there, can be looked at, and belongs to this user. */
export function isOurs(path: string): boolean {
  try {
    return statSync(path).uid === process.getuid?.();
  } catch {
    return false;
  }
}
