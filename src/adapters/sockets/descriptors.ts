import { readdirSync, readlinkSync } from "node:fs";

import { systemCode } from "../../core/errors.ts";
import { DESCRIPTORS_LOOKED_AT_MAX } from "../../core/limits.ts";

/** The target of a link of `/proc`; empty when it is gone, or may not be read. */
export function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

/**
 * Calls `visit` with the inode and the number of each descriptor of `pid` that is a socket, until it says true.
 * False: the descriptors may not be looked at. A process that has ended has none.
 */
export function eachSocket(root: string, pid: number, visit: (inode: number, descriptor: string) => boolean): boolean {
  const directory = `${root}/${pid}/fd`;
  const descriptors = descriptorsIn(directory);
  for (const descriptor of descriptors ?? []) {
    const target = linkOf(`${directory}/${descriptor}`);
    if (target.startsWith("socket:[") && visit(Number(target.slice(8, -1)), descriptor)) break;
  }
  return descriptors !== null;
}

/** Null when they may not be looked at, or cannot be now (we have no descriptor left). */
function descriptorsIn(directory: string): readonly string[] | null {
  try {
    return readdirSync(directory).slice(0, DESCRIPTORS_LOOKED_AT_MAX);
  } catch (error) {
    return systemCode(error) === "ENOENT" || systemCode(error) === "ESRCH" ? [] : null;
  }
}
