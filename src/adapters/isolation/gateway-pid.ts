import { join } from "node:path";

import { readOrNull } from "./files.ts";
import type { Environment } from "./user-bus.ts";

/**
 * The pid of the gateway: what systemd says that it started (systemd.exec(5), SYSTEMD_EXEC_PID; from version 248), else the
 * file `gateway.pid` that the gateway keeps in the home. Null when neither says.
 */
export function gatewayPid(home: string, env: Environment): number | null {
  const pid = (env["SYSTEMD_EXEC_PID"] ?? readOrNull(join(home, "gateway.pid")) ?? "").trim();
  return /^\d+$/.test(pid) ? Number(pid) : null;
}
