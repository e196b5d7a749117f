import { type Socket, connect as connectSocket } from "node:net";

import type { Client, ClientChannel, ConnectConfig } from "ssh2";

import { deferred } from "../../base/deferred.ts";
import {
  SSH_CLOSE_DEADLINE_MS,
  SSH_CONNECT_DEADLINE_MS,
  SSH_KEEPALIVE_MS,
  SSH_KEEPALIVES_UNANSWERED_MAX,
} from "../../core/limits.ts";
import { loaded } from "./packages.ts";
import { loginMethods } from "./ssh-login.ts";
import { hostKeyTypes, judgeHostKey, knownHostKeys } from "./ssh-host-key.ts";
import type { SshSettings } from "./ssh-settings.ts";
import { closedByUs, connectTrouble, connectionLost } from "./ssh-trouble.ts";

export interface SshConnection {
  /** Runs a line in a session of its own. Rejects with what the machine says, or an `EnvironmentError` when the connection is lost. */
  exec(line: string): Promise<ClientChannel>;
  /** When a session was open last, in milliseconds of `performance.now()`. */
  lastUsedMs(): number;
  /** Resolves when it is over, however that came. */
  readonly lost: Promise<void>;
  close(): Promise<void>;
}

/** Connects and logs in. Rejects with an `EnvironmentError`; then nothing is open. */
export async function connected(settings: SshSettings, closing: AbortSignal): Promise<SshConnection> {
  const { Client, utils } = await loaded("ssh", async () => (await import("ssh2")).default);
  const login = await loginMethods(settings, utils.parseKey);
  const known = await knownHostKeys(settings);
  const client = new Client();
  const ending = endingOf(client);
  const socket = connectSocket({ host: settings.host, port: settings.port, noDelay: true });
  const outcome = deferred<void>();
  const problems: Error[] = [];
  // Without a listener an error of a connection that is up would end this program.
  client.on("error", (error: Error & { level?: string }) => {
    problems.push(error);
    if (error.level !== "agent") outcome.reject(error);
  });
  client.once("ready", outcome.resolve);
  client.once("close", () => outcome.reject(new Error("It closed the connection")));
  const stop = (): void => outcome.reject(closedByUs(settings.name));
  closing.addEventListener("abort", stop);
  let refusal: Error | null = null;
  const config: ConnectConfig = {
    sock: socket,
    username: settings.user,
    readyTimeout: settings.connectDeadlineMs ?? SSH_CONNECT_DEADLINE_MS,
    keepaliveInterval: settings.keepAliveMs ?? SSH_KEEPALIVE_MS,
    keepaliveCountMax: SSH_KEEPALIVES_UNANSWERED_MAX,
    algorithms: { serverHostKey: hostKeyTypes(known) },
    hostVerifier: (key: Buffer) => {
      refusal = judgeHostKey(settings, known, key);
      return refusal === null;
    },
    authHandler: login.next,
  };
  try {
    if (closing.aborted) stop();
    else client.connect(config);
    await outcome.promise;
    return sshConnection({ name: settings.name, client, socket, ending, problems });
  } catch (error) {
    socket.destroy();
    throw refusal ?? connectTrouble(settings, { error, ...login.facts(), problems });
  } finally {
    closing.removeEventListener("abort", stop);
  }
}

interface Made {
  readonly name: string;
  readonly client: Client;
  readonly socket: Socket;
  readonly ending: ConnectionEnding;
  readonly problems: readonly Error[];
}

interface ConnectionEnding {
  readonly isOver: () => boolean;
  readonly seen: Promise<void>;
}

/** Listens from the first moment on: a machine may let somebody in and close the connection in one breath. */
function endingOf(client: Client): ConnectionEnding {
  const over = deferred<void>();
  let isOver = false;
  client.once("close", () => {
    isOver = true;
    over.resolve();
  });
  return { isOver: () => isOver, seen: over.promise };
}

function sshConnection({ name, client, socket, ending, problems }: Made): SshConnection {
  let open = 0;
  let lastUsedMs = performance.now();
  const lost = (): Error => connectionLost(name, problems.at(-1));
  return {
    lost: ending.seen,
    lastUsedMs: () => (open > 0 ? performance.now() : lastUsedMs),
    exec: (line) =>
      new Promise((resolve, reject) => {
        if (ending.isOver()) return reject(lost());
        // It is also called when the connection is lost meanwhile.
        const opened = (error: Error | undefined, channel: ClientChannel): void => {
          if (error !== undefined) return reject(ending.isOver() ? lost() : error);
          open += 1;
          channel.once("close", () => {
            open -= 1;
            lastUsedMs = performance.now();
          });
          resolve(channel);
        };
        try {
          client.exec(line, opened);
        } catch {
          // It is going: its end has not been told yet, and who asks again is to get another one.
          socket.destroy();
          void ending.seen.then(() => reject(lost()));
        }
      }),
    async close() {
      client.end();
      const timer = setTimeout(() => socket.destroy(), SSH_CLOSE_DEADLINE_MS);
      await ending.seen;
      clearTimeout(timer);
      socket.destroy();
    },
  };
}
