import type { ClientChannel } from "ssh2";

import { SSH_SESSION_DEADLINE_MS } from "../../core/limits.ts";
import type { SshConnection } from "./ssh-connection.ts";

export interface SessionAsking {
  readonly line: string;
  readonly signal: AbortSignal;
  /** Called as soon as it may run there. */
  readonly asked: () => void;
}

const PAUSE_MS = 50;
const PAUSE_MAX_MS = 1_000;

/**
 * Runs a line in a session of its own. A machine may allow fewer at the same time than we ask for (`MaxSessions`), and counts
 * one that is being ended: then it is asked again, as long as others of ours run there, and for a while longer. Rejects with
 * what the machine says.
 */
export async function openedChannel(connection: SshConnection, asking: SessionAsking): Promise<ClientChannel> {
  const { line, signal, asked } = asking;
  const sinceMs = performance.now();
  for (let pauseMs = PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MAX_MS)) {
    signal.throwIfAborted();
    try {
      asked();
      return await connection.exec(line);
    } catch (error) {
      const quietMs = performance.now() - Math.max(sinceMs, connection.lastUsedMs());
      if (!isNoSession(error) || quietMs > SSH_SESSION_DEADLINE_MS) throw error;
    }
    await pause(pauseMs, signal);
  }
}

/** `reason`: the number that a machine gives for not opening a channel (RFC 4254, 5.1). */
function isNoSession(error: unknown): boolean {
  return error instanceof Error && "reason" in error && typeof error.reason === "number";
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
  });
}
