import { join } from "node:path";

import { packageDirectory } from "../../base/version.ts";

/** The program that becomes the daemon. */
export const DAEMON_PROGRAM: string = join(packageDirectory, "dist/surfaces/daemon/main.js");

/**
 * The daemon makes little garbage, but V8 would let it grow to 48 MiB before it looks: 1,000 processes cost 50 KiB each then,
 * and 10 KiB with this.
 */
export const DAEMON_NODE_OPTIONS: readonly string[] = ["--max-semi-space-size=1"];
