import { readFileSync, unlinkSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";

import { isObject, parseJson } from "../../base/json.ts";
import { BellhopError, systemCode } from "../../core/errors.ts";
import type { Identity } from "../../core/record.ts";
import type { ProcessTable } from "../../ports/process-table.ts";
import { replaceFile } from "./atomic-file.ts";
import type { Home } from "./layout.ts";

export interface HomeLock {
  release(): void;
}

/**
 * Makes this program the one owner of `home` until it releases it or dies. Throws `home_in_use`, naming the holder.
 * The lock is a name in the kernel's abstract socket space (unix(7)), which dies with its holder, so it is never stale;
 * the file beside it names the holder, and guards against one in another network namespace.
 */
export async function lockHome(home: Home, table: ProcessTable): Promise<HomeLock> {
  const server = await listen(`\0bellhop-${home.id}`);
  const path = join(home.path, "lock");
  const holder = readHolder(path);
  const own = table.identify(process.pid);
  const foreign =
    holder !== null && holder.pid !== process.pid && holder.startTicks !== null && table.fate(holder, "") === "same";
  if (server === null || foreign) {
    server?.close();
    throw inUse(home.path, holder);
  }
  try {
    replaceFile(path, `${JSON.stringify(own)}\n`);
  } catch (error) {
    server.close();
    throw error;
  }
  return {
    release: () => {
      server.close();
      removeOwn(path);
    },
  };
}

/** Null when somebody has the name. */
function listen(name: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error) => (systemCode(error) === "EADDRINUSE" ? resolve(null) : reject(error)));
    server.listen(name, () => {
      server.unref();
      resolve(server);
    });
  });
}

function readHolder(path: string): Identity | null {
  try {
    const value = parseJson(readFileSync(path, "utf8"));
    return isObject(value) && typeof value["pid"] === "number" && typeof value["bootId"] === "string"
      ? (value as unknown as Identity)
      : null;
  } catch {
    return null;
  }
}

function inUse(home: string, holder: Identity | null): BellhopError {
  const who = holder === null ? "another program" : `process ${holder.pid}`;
  return new BellhopError(
    "home_in_use",
    `The home ${home} is owned by ${who}. Connect to it (\`connect\`, or the command line), end it (\`bellhop daemon stop\`), or set BELLHOP_HOME to another directory.`,
  );
}

function removeOwn(path: string): void {
  try {
    if (readHolder(path)?.pid === process.pid) unlinkSync(path);
  } catch {
    // The home may be gone altogether.
  }
}
