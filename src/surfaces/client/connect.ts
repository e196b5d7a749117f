import { homePath } from "../../base/home-paths.ts";
import { packageVersion } from "../../base/version.ts";
import type { ConnectOptions, RemoteBellhop } from "./contract.ts";
import { Link } from "./link.ts";
import { Remote } from "./remote.ts";

export type { ConnectOptions, DaemonIdentity, RemoteBellhop } from "./contract.ts";

/**
 * Connects to the daemon of a home, and starts one when none runs. A daemon that is older than this client is asked to leave
 * first; its processes run on. Throws `daemon_unreachable`, `daemon_newer`, `home_in_use`.
 */
export async function connect(options: ConnectOptions = {}): Promise<RemoteBellhop> {
  const { start = true, env = process.env } = options;
  const link = new Link({ home: homePath(options.home, env), env, version: packageVersion(), mayStart: start });
  await link.open();
  return new Remote(link, env);
}
