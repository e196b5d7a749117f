import { compareVersions } from "../../base/version.ts";
import { PROTOCOL } from "../../base/wire.ts";
import { BellhopError } from "../../core/errors.ts";
import { DAEMON_LOOK_MS, DAEMON_START_DEADLINE_MS, SERVICE_ANSWER_MS } from "../../core/limits.ts";
import type { Connection } from "./connection.ts";
import { dial, type Address, type Dialled } from "./dial.ts";
import { ConnectionLost } from "./lost.ts";
import type { Starter } from "./starter.ts";

export interface Reaching {
  readonly address: Address;
  /** Start a daemon when none answers, and replace one that is older. */
  readonly start: boolean;
  /** Without a start: how long to look for a daemon that somebody else starts. @default 0 */
  readonly patienceMs?: number;
  /** What is run as the daemon; it gets `--home`. Default: this package's own. */
  readonly program?: readonly string[];
}

/** Connects to the daemon of a home that fits this client. */
export async function reach(reaching: Reaching): Promise<Dialled> {
  const { address, start, patienceMs = 0 } = reaching;
  const deadline = performance.now() + (start ? DAEMON_START_DEADLINE_MS : patienceMs);
  let starter: Starter | undefined;
  let serviceUntil: number | undefined;
  try {
    for (;;) {
      const outcome = await dial(address);
      if (typeof outcome !== "string" && (await fits(outcome, reaching))) {
        starter?.endUnless(outcome.hello.pid);
        return outcome;
      }
      if (outcome === "absent" && start) {
        serviceUntil ??= await startedService(reaching);
        if (performance.now() >= serviceUntil) (starter ??= await newStarter(reaching)).ensure();
      }
      if (performance.now() >= deadline) throw starter?.overdue() ?? unreachable(address);
      await sleep(DAEMON_LOOK_MS);
    }
  } finally {
    starter?.letGo();
  }
}

/** Until when a daemon that was started as a service may take to answer; 0 when there is none. */
async function startedService({ address, program }: Reaching): Promise<number> {
  if (program !== undefined) return 0;
  const { startService } = await import("./service.ts");
  return (await startService(address)) ? performance.now() + SERVICE_ANSWER_MS : 0;
}

/** Loaded only where it is needed: a connection to a running daemon must be quick. */
async function newStarter({ address, program }: Reaching): Promise<Starter> {
  const { Starter } = await import("./starter.ts");
  return new Starter(address, program);
}

/**
 * Whether to stay with this daemon. An older one is asked to leave (its processes run on), so that the next look finds none;
 * a newer one is an error, since it may answer in a way that this client does not know.
 */
async function fits({ connection, hello }: Dialled, { address, start }: Reaching): Promise<boolean> {
  const difference = compareVersions(hello.version, address.version);
  if (difference === 0) return true;
  if (difference < 0 && start) {
    await stepDown(connection, address.version);
    return false;
  }
  if (difference < 0 && hello.protocol === PROTOCOL) return true;
  connection.close();
  const daemon = `The daemon of ${hello.home} (pid ${hello.pid}) has version ${hello.version}`;
  if (difference < 0)
    throw new BellhopError(
      "daemon_unreachable",
      `${daemon}, too old for this client, ${address.version}. Stop it: kill ${hello.pid}`,
    );
  throw new BellhopError(
    "daemon_newer",
    `${daemon}, newer than this client, ${address.version}. Update this client, or stop the daemon: kill ${hello.pid}`,
  );
}

async function stepDown(connection: Connection, version: string): Promise<void> {
  const overdue = setTimeout(() => connection.close(), DAEMON_START_DEADLINE_MS);
  try {
    await connection.call("daemon_stop", { reason: `A client of version ${version} starts its own daemon.` });
    await connection.closed;
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error; // It was leaving already.
  } finally {
    clearTimeout(overdue);
    connection.close();
  }
}

function unreachable({ home }: Address): BellhopError {
  return new BellhopError(
    "daemon_unreachable",
    `No daemon answers for the home ${home}. Start one with: bellhop daemon start`,
  );
}

function sleep(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}
