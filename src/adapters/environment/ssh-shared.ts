import type { SshSpec } from "../../core/environment-spec.ts";
import { type SshConnection, connected } from "./ssh-connection.ts";
import { type SshGround, sshSettings } from "./ssh-settings.ts";

/** One connection for all who need one: made when it is needed, and again after it was lost. */
export interface SharedConnection {
  /** Rejects with an `EnvironmentError`, or with the reason of the signal when that comes first; others go on waiting. */
  get(signal: AbortSignal): Promise<SshConnection>;
  close(): Promise<void>;
}

export function sharedConnection(spec: SshSpec, ground: SshGround): SharedConnection {
  const closing = new AbortController();
  let current: Promise<SshConnection> | null = null;
  const connect = (): Promise<SshConnection> => {
    const made = (async () => connected(await sshSettings(spec, ground), closing.signal))();
    const forget = (): void => {
      if (current === made) current = null;
    };
    made.then((connection) => void connection.lost.then(forget), forget);
    return made;
  };
  return {
    get: (signal) => unlessAborted((current ??= connect()), signal),
    async close() {
      closing.abort();
      const connection = await current?.catch(() => null);
      await connection?.close();
    },
  };
}

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
