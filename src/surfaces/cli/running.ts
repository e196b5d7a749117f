import { setTimeout as sleep } from "node:timers/promises";

import { isBellhopError } from "../../core/errors.ts";
import type { Context, Invocation, Remote } from "./context.ts";
import { lives } from "./lives.ts";
import { homeOf } from "./remote.ts";

/** How long a daemon that agreed to stop may take to be gone. */
export const STOP_MAX_MS = 10_000;
const LOOK_MS = 20;

/** The daemon that runs; none is started. */
export async function running(context: Context, invocation: Invocation): Promise<Remote | undefined> {
  try {
    return await context.connect({ ...homeOf(invocation), start: false });
  } catch (error) {
    if (isBellhopError(error) && error.code === "daemon_unreachable") return undefined;
    throw error;
  }
}

/** Asks a daemon to stop, lets go of it, and waits until it has gone. */
export async function stopDaemon(
  remote: Remote,
  reason: string,
): Promise<{ readonly wire: unknown; readonly isGone: boolean }> {
  const { pid } = remote.daemon;
  const wire = await ask(remote, reason);
  return { wire, isGone: await isGone(pid) };
}

async function ask(remote: Remote, reason: string): Promise<unknown> {
  try {
    return await remote.call("daemon_stop", { reason });
  } finally {
    await remote.close();
  }
}

async function isGone(pid: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < STOP_MAX_MS; waitedMs += LOOK_MS) {
    if (!lives(pid)) return true;
    await sleep(LOOK_MS);
  }
  return false;
}
