import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";

import { socketPaths } from "../../base/home-paths.ts";
import { isOurs } from "../../base/private-directory.ts";
import type { DaemonHello } from "../../base/wire.ts";
import { SOCKET_NOTE } from "../../base/wire.ts";
import { BellhopError, systemCode } from "../../core/errors.ts";
import { HELLO_DEADLINE_MS } from "../../core/limits.ts";
import { Connection } from "./connection.ts";
import { ConnectionLost } from "./lost.ts";

export interface Dialled {
  readonly connection: Connection;
  readonly hello: DaemonHello;
}

export interface Address {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Of this client. */
  readonly version: string;
}

/** `absent`: nobody listens. `busy`: somebody does, and could not take us right now. */
export type DialOutcome = Dialled | "absent" | "busy";

/** Tries where the daemon of a home may listen. */
export async function dial(address: Address): Promise<DialOutcome> {
  let outcome: DialOutcome = "absent";
  for (const path of candidates(address)) {
    if (!isOurs(path)) continue; // Nothing there, or somebody else, who would get our environment.
    const one = await dialPath(path, address.version);
    if (typeof one !== "string") return one;
    if (one === "busy") outcome = one;
  }
  return outcome;
}

async function dialPath(path: string, version: string): Promise<DialOutcome> {
  const socket = await open(path);
  if (typeof socket === "string") return socket;
  const connection = new Connection(socket);
  const overdue = setTimeout(() => connection.close(), HELLO_DEADLINE_MS);
  const since = performance.now();
  try {
    return { connection, hello: await connection.greet(version) };
  } catch (error) {
    connection.close();
    if (performance.now() - since >= HELLO_DEADLINE_MS) throw silent(path);
    if (error instanceof ConnectionLost) return "busy"; // It is leaving.
    throw error;
  } finally {
    clearTimeout(overdue);
  }
}

function open(path: string): Promise<Socket | "absent" | "busy"> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once("connect", () => {
      socket.removeAllListeners("error");
      resolve(socket);
    });
    socket.once("error", (error) => {
      const code = systemCode(error) ?? "";
      if (ABSENT.has(code)) resolve("absent");
      else if (code === "EAGAIN") resolve("busy"); // connect(2): more clients wait than the kernel keeps.
      else
        reject(
          new BellhopError("daemon_unreachable", `The socket ${path} cannot be reached: ${error.message}`, {
            cause: error,
          }),
        );
    });
  });
}

const ABSENT: ReadonlySet<string> = new Set(["ENOENT", "ECONNREFUSED", "ENOTDIR", "ENOTSOCK", "ECONNRESET", "EPIPE"]);

function* candidates({ home, env }: Address): Generator<string, void, undefined> {
  yield* socketPaths(home, env);
  yield* noted(home);
}

/** The path that the daemon left in the home, when its socket could not lie there. */
function noted(home: string): readonly string[] {
  try {
    return [readFileSync(join(home, SOCKET_NOTE), "utf8")];
  } catch {
    return [];
  }
}

function silent(path: string): BellhopError {
  return new BellhopError(
    "daemon_unreachable",
    `The daemon at ${path} took the connection and said nothing for ${HELLO_DEADLINE_MS / 1000} s; it may be stopped or overloaded.`,
  );
}
