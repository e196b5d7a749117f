import { readFileSync } from "node:fs";

import { systemCode } from "../../core/errors.ts";

/** Whether a process has not ended. A zombie holds nothing any more; in a container nobody may come to collect it. */
export function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) === "EPERM";
  }
  return !isZombie(pid);
}

function isZombie(pid: number): boolean {
  try {
    return /^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch (error) {
    return systemCode(error) === "ENOENT" && process.platform === "linux"; // It has been collected meanwhile.
  }
}
