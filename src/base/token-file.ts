import { closeSync, linkSync, lstatSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

/** What shows that somebody may use this home over HTTP: 0600, one line. */
function tokenPath(home: string): string {
  return join(home, "token");
}

/** The token of a home; `undefined` when there is none. Throws when the file is not ours alone. */
export function readToken(home: string): string | undefined {
  const path = tokenPath(home);
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  if (!stat.isFile() || stat.uid !== process.getuid?.() || (stat.mode & 0o077) !== 0)
    throw new Error(`${path} is not a private file of yours; remove it, and start the daemon again.`);
  return readFileSync(path, "utf8").trim() || undefined;
}

/** The token of a home, made from `fresh` when there is none. Of two programs that make one, both get the same. */
export function ensureToken(home: string, fresh: () => string): string {
  const path = tokenPath(home);
  const before = readToken(home);
  if (before !== undefined) return before;
  const draft = `${path}.${process.pid}.new`;
  rmSync(draft, { force: true });
  const file = openSync(draft, "wx", 0o600);
  writeSync(file, `${fresh()}\n`);
  closeSync(file);
  try {
    linkSync(draft, path);
  } catch (error) {
    if (readToken(home) === undefined) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readToken(home) ?? ensureToken(home, fresh);
}
