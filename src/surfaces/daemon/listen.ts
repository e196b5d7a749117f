import { chmodSync, lstatSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:net";
import { dirname, join } from "node:path";

import { socketPaths } from "../../base/home-paths.ts";
import { makePrivateDirectory } from "../../base/private-directory.ts";
import { SOCKET_NOTE } from "../../base/wire.ts";
import { BellhopError, messageOf } from "../../core/errors.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Binds `server` to the first usable socket path of `home`, for this user alone, and returns the path.
 * Only for the owner of the home: a socket that is there is taken for one that a dead daemon left.
 */
export async function listen(server: Server, home: string, env: Environment = process.env): Promise<string> {
  const flaws: string[] = [];
  for (const path of socketPaths(home, env)) {
    try {
      await bind(server, path, home);
      leaveNote(home, path);
      return path;
    } catch (error) {
      flaws.push(`${path}: ${messageOf(error)}`);
    }
  }
  throw new BellhopError(
    "home_unusable",
    `No socket can be made for the home ${home}: ${flaws.join("; ") || "every path for it is too long"}. ` +
      "Set XDG_RUNTIME_DIR to a private directory with a short path.",
  );
}

async function bind(server: Server, path: string, home: string): Promise<void> {
  const directory = dirname(path);
  if (directory !== home) {
    makePrivateDirectory(dirname(directory));
    makePrivateDirectory(directory);
  }
  if (lstatSync(path, { throwIfNoEntry: false })?.isSocket()) rmSync(path);
  await listenPrivately(server, path);
  chmodSync(path, 0o600);
}

/** The socket file is private from its first moment: it is made by the time `listen` returns. */
function listenPrivately(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    const umask = process.umask(0o177);
    try {
      server.listen({ path, backlog: BACKLOG }, () => {
        server.off("error", reject);
        resolve();
      });
    } finally {
      process.umask(umask);
    }
  });
}

/** Connections that the kernel keeps while the daemon is busy; it cuts this down to its own most. */
const BACKLOG = 4_096;

function leaveNote(home: string, path: string): void {
  const note = join(home, SOCKET_NOTE);
  if (dirname(path) === home) return rmSync(note, { force: true });
  writeFileSync(`${note}.new`, path, { mode: 0o600 });
  renameSync(`${note}.new`, note);
}
