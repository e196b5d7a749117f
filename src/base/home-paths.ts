import { homedir, tmpdir, userInfo } from "node:os";
import { isAbsolute, join, resolve } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** Longest path of a Unix socket, in bytes (unix(7): 108 with the closing zero). */
const SOCKET_PATH_MAX_BYTES = 107;

/** The state directory: `home`, else `$BELLHOP_HOME`, else `$XDG_STATE_HOME/bellhop`, else `~/.local/state/bellhop`. */
export function homePath(home?: string, env: Environment = process.env): string {
  const chosen = home || env["BELLHOP_HOME"];
  if (chosen) return resolve(chosen);
  const state = env["XDG_STATE_HOME"];
  return join(state && isAbsolute(state) ? state : join(homedir(), ".local", "state"), "bellhop");
}

/**
 * The private directory for sockets and pipes that the home cannot hold (its path is too long, or its file system has none):
 * `$XDG_RUNTIME_DIR/bellhop/HASH`, else a folder of this user under the temporary one. The hash is that of the home.
 */
export function runtimePath(home: string, env: Environment = process.env): string {
  const runtime = env["XDG_RUNTIME_DIR"];
  const base = runtime && isAbsolute(runtime) ? join(runtime, "bellhop") : join(tmpdir(), `bellhop-${userInfo().uid}`);
  const { createHash } = process.getBuiltinModule("node:crypto"); // Loaded here: most clients never come this far, and it is slow.
  return join(base, createHash("sha256").update(home).digest("hex").slice(0, 16));
}

/** Where the daemon of `home` may listen. Both ends try the paths in this order. */
export function* socketPaths(home: string, env: Environment = process.env): Generator<string, void, undefined> {
  const own = join(home, "daemon.sock");
  if (fits(own)) yield own;
  const other = join(runtimePath(home, env), "daemon.sock");
  if (fits(other)) yield other;
}

function fits(path: string): boolean {
  return Buffer.byteLength(path) <= SOCKET_PATH_MAX_BYTES;
}
