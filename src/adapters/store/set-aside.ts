import { existsSync, mkdirSync, renameSync } from "node:fs";
import { basename, join } from "node:path";

import type { Home } from "./layout.ts";

/** Moves what cannot be read out of the way, without losing it. Gives the new path. */
export function setAside(home: Home, path: string): string {
  mkdirSync(home.aside, { recursive: true, mode: 0o700 });
  let target = join(home.aside, basename(path));
  for (let copy = 1; existsSync(target); copy++) target = join(home.aside, `${basename(path)}.${copy}`);
  renameSync(path, target);
  return target;
}
