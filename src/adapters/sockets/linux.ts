import { SOCKET_LOOK_PACE, SOCKET_LOOK_PAUSE_MAX_MS } from "../../core/limits.ts";
import type { Clock } from "../../ports/clock.ts";
import type { HeldSockets, ListeningSocket, Sockets } from "../../ports/sockets.ts";
import { eachSocket } from "./descriptors.ts";
import { holderFinder } from "./holders.ts";
import { isElsewhere, networkOf } from "./namespace.ts";
import { fetchStatus, isThisHost } from "./page.ts";
import { readListening } from "./proc-net.ts";

const PROC = "/proc";

/** The listening sockets of this host, from `/proc`. */
export function linuxSockets(clock: Clock): Sockets {
  const finder = holderFinder(PROC, clock);
  const listening = sharedLook(clock, async () => {
    const sockets = await readListening(PROC, "self");
    finder.forgetAllBut(sockets);
    return sockets;
  });
  return {
    listening,
    heldBy: async (pids) => heldBy(await listening(0), pids),
    isElsewhere: (pid) => isElsewhere(PROC, pid),
    holders: (sockets, isUrgent) => finder.find(sockets, isUrgent),
    isThisHost,
    fetchStatus: async (request) => fetchStatus(await listening(0), request),
  };
}

/** One look for all who ask while it is under way, and for those who come soon after. */
function sharedLook(clock: Clock, look: () => Promise<readonly ListeningSocket[]>): Sockets["listening"] {
  let seen: readonly ListeningSocket[] = [];
  let seenAtMs = -Infinity;
  let pauseMs = 0;
  let looking: Promise<readonly ListeningSocket[]> | null = null;
  const lookNow = async (): Promise<readonly ListeningSocket[]> => {
    const beganMs = clock.now();
    seen = await look();
    seenAtMs = clock.now();
    pauseMs = Math.min((seenAtMs - beganMs) * SOCKET_LOOK_PACE, SOCKET_LOOK_PAUSE_MAX_MS);
    looking = null;
    return seen;
  };
  return async (maxAgeMs) => {
    if (clock.now() - seenAtMs <= Math.max(maxAgeMs, pauseMs)) return seen;
    return (looking ??= lookNow());
  };
}

async function heldBy(here: readonly ListeningSocket[], pids: readonly number[]): Promise<HeldSockets> {
  const known = new Map(here.map((socket) => [socket.inode, socket]));
  for (const socket of await elsewhere(pids)) known.set(socket.inode, socket);
  const held = new Set<ListeningSocket>();
  let isComplete = true;
  for (const pid of pids) {
    const isReadable = eachSocket(PROC, pid, (inode) => {
      const socket = known.get(inode);
      if (socket !== undefined) held.add(socket);
      return false;
    });
    isComplete &&= isReadable;
  }
  return { sockets: [...held], isComplete };
}

/** What listens in the network namespaces of these processes that are not ours. */
async function elsewhere(pids: readonly number[]): Promise<readonly ListeningSocket[]> {
  const here = networkOf(PROC, "self");
  const networks = new Map(pids.map((pid) => [networkOf(PROC, pid), pid]));
  networks.delete(here);
  networks.delete("");
  const found = await Promise.all([...networks.values()].map((pid) => readListening(PROC, String(pid))));
  return found.flat();
}
