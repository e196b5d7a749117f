import { randomUUID } from "node:crypto";
import { accessSync, chmodSync, constants, mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { isObject, parseJson } from "../../base/json.ts";
import { BellhopError, messageOf, systemCode } from "../../core/errors.ts";
import { createFile, replaceFile } from "./atomic-file.ts";

/** The version of the directory layout. A newer Bellhop migrates an older one; an older one refuses a newer one. */
const LAYOUT_VERSION = 1;

export interface Home {
  readonly path: string;
  /** Random, made with the home: names its lock where nobody can guess it. */
  readonly id: string;
  readonly processes: string;
  readonly queue: string;
  readonly spares: string;
  /** What could not be read lies here. */
  readonly aside: string;
}

/**
 * Makes the home if it is not there, and checks that it is ours, private and of a version that we know.
 * Throws `home_unusable` or `home_too_new`.
 */
export function openHome(path: string): Home {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    checkOwner(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    const home = {
      path,
      processes: join(path, "procs"),
      queue: join(path, "queue"),
      spares: join(path, "spare"),
      aside: join(path, "aside"),
    };
    for (const directory of [home.processes, home.queue]) mkdirSync(directory, { recursive: true, mode: 0o700 });
    return { ...home, id: readLayout(path) };
  } catch (error) {
    throw error instanceof BellhopError ? error : unusable(path, error);
  }
}

function checkOwner(path: string): void {
  const status = statSync(path);
  const user = process.getuid?.();
  if (user !== undefined && status.uid !== user) {
    throw new BellhopError(
      "home_unusable",
      `The home ${path} belongs to user ${status.uid}, and this is user ${user}: jobs run as the owner of their home. Set BELLHOP_HOME to a directory of your own.`,
    );
  }
  if ((status.mode & 0o077) !== 0) chmodSync(path, 0o700);
}

/** The id in `layout`, which is made again when it is missing or damaged: it holds nothing that cannot be made again. */
function readLayout(home: string): string {
  const path = join(home, "layout");
  const fresh = { version: LAYOUT_VERSION, id: randomUUID() };
  createFile(path, `${JSON.stringify(fresh)}\n`);
  const layout = parseJson(readFileSync(path, "utf8"));
  if (!isObject(layout) || typeof layout["version"] !== "number" || typeof layout["id"] !== "string") {
    replaceFile(path, `${JSON.stringify(fresh)}\n`);
    return fresh.id;
  }
  if (layout["version"] > LAYOUT_VERSION) {
    throw new BellhopError(
      "home_too_new",
      `The home ${home} has layout version ${layout["version"]}, and this Bellhop knows up to version ${LAYOUT_VERSION}. Use the newer Bellhop that wrote it, or another BELLHOP_HOME.`,
    );
  }
  return layout["id"];
}

function unusable(path: string, error: unknown): BellhopError {
  const why =
    systemCode(error) === "ENOSPC" || systemCode(error) === "EDQUOT"
      ? "its disk is full. Free some space, or set BELLHOP_HOME to a directory on another disk."
      : `${messageOf(error)}. Make it writable for this user, or set BELLHOP_HOME to another directory.`;
  return new BellhopError("home_unusable", `The home ${path} cannot be used: ${why}`, { cause: error });
}
