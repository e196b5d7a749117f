import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { connect, openRegistry } from "../../dist/index.js";
import { killHard, markedPids, until } from "./processes.mjs";

/** How many starts are under way at the same time when many are wanted. */
const STARTS_AT_ONCE = 16;
/** What a process of a benchmark lives at most, in seconds, if nobody is left to end it. */
export const LIFETIME_SECONDS = 900;

export function newHome(root) {
  return mkdtempSync(join(root, "home-"));
}

/** Warnings are shown: a benchmark should have none. */
export const LOGGER = {
  info: () => undefined,
  warn: (message) => process.stderr.write(`  warning: ${message}\n`),
};

/** Opens `home` in this program; `options` are those of `openRegistry` besides. */
export function openHome(home, options = {}) {
  return openRegistry({ home, logger: LOGGER, ...options });
}

/** Runs `action` with a registry over a fresh home, and removes both and all that was started. */
export async function withRegistry(root, action, options = {}) {
  const home = newHome(root);
  const registry = await openHome(home, options);
  try {
    return await action(registry);
  } finally {
    await registry.close();
    await emptyHome(home);
  }
}

/** The same through a daemon. */
export async function withDaemon(root, action) {
  const home = newHome(root);
  const remote = await connect({ home });
  try {
    return await action(remote);
  } finally {
    await remote.close();
    await emptyHome(home);
  }
}

/** Starts `count` times the same, with a plain shell. `options`: the command, or options of a start. Resolves with their ids. */
export async function startMany(bellhop, count, options) {
  const ids = [];
  const asked = typeof options === "string" ? { command: options } : options;
  const worker = async () => {
    while (ids.length < count) {
      const place = ids.push("") - 1;
      ids[place] = (await bellhop.start({ shell: "plain", ...asked })).id;
    }
  };
  await Promise.all(Array.from({ length: STARTS_AT_ONCE }, worker));
  return ids;
}

/** Ends the daemon of a home and every process of it, found by its mark, and removes the home. */
export async function emptyHome(home) {
  if (existsSync(join(home, "daemon.sock"))) await stopDaemon(home);
  const processes = join(home, "procs");
  const ids = existsSync(processes) ? readdirSync(processes) : [];
  await until(() => markedPids(ids).filter(killHard).length === 0, "The end of all processes");
  rmSync(home, { recursive: true, force: true });
}

async function stopDaemon(home) {
  const remote = await connect({ home, start: false }).catch(() => null);
  if (remote === null) return;
  const { pid } = remote.daemon;
  await remote.call("daemon_stop", {});
  await remote.close();
  await until(() => !existsSync(`/proc/${pid}`), "The end of the daemon");
}
