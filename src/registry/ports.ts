import { PORTS_AGE_MS, READY_LOOK_MS } from "../core/limits.ts";
import { mayName } from "../core/owner.ts";
import type { HeldSockets, Holder, ListeningSocket } from "../ports/sockets.ts";
import type { Context, Tracked } from "./context.ts";
import { treeOf } from "./tree.ts";

/**
 * The ports that each tree listens on, by the id of the process. One look for all of them, whatever their number. What is
 * in a network namespace of its own (a container, `unshare -n`) is told by `treePorts` only.
 */
export async function portsById(context: Context): Promise<ReadonlyMap<string, readonly number[]>> {
  const { sockets } = context.ports;
  const listening = await sockets.listening(PORTS_AGE_MS);
  const holders = sockets.holders(listening, false);
  const byId = new Map<string, ListeningSocket[]>();
  for (const socket of listening) {
    const id = holders.get(socket.inode)?.mark ?? "";
    if (isOfThisHost(context, id)) byId.set(id, [...(byId.get(id) ?? []), socket]);
  }
  return new Map([...byId].map(([id, own]) => [id, portsOf(own)]));
}

/** A container on this host shows its processes here, too; what they listen on in there is not told as if it were here. */
function isOfThisHost({ tracked }: Context, id: string): boolean {
  const record = tracked.get(id)?.record;
  return record !== undefined && record.elsewhere === undefined;
}

/** The ports that these processes listen on, wherever they are. */
export async function treePorts(context: Context, pids: readonly number[]): Promise<readonly number[]> {
  if (pids.length === 0) return [];
  return portsOf((await context.ports.sockets.heldBy(pids)).sockets);
}

/** As a field; absent when there are none. */
export function portFields(ports: readonly number[] | undefined): { readonly ports?: readonly number[] } {
  return ports !== undefined && ports.length > 0 ? { ports } : {};
}

/** Each once, the lowest first. */
export function portsOf(sockets: readonly ListeningSocket[]): readonly number[] {
  return [...new Set(sockets.map(({ port }) => port))].toSorted((a, b) => a - b);
}

/** What listens on a port of this host. */
export interface PortState {
  /** Of the tree of the process, on whatever port. Not looked at while nobody listens on this one. */
  readonly own: HeldSockets;
  readonly isOwn: boolean;
  /** Not of its tree. */
  readonly strangers: readonly ListeningSocket[];
}

const NOTHING: HeldSockets = { sockets: [], isComplete: true };

/** Who listens on `port`: the tree of the process, or somebody else. Looking at the tree is dear, so only when it may matter. */
export async function lookAtPort(context: Context, tracked: Tracked, port: number): Promise<PortState> {
  const { sockets } = context.ports;
  const here = (await sockets.listening(READY_LOOK_MS)).filter((socket) => socket.port === port);
  const { job } = tracked.record;
  const isElsewhere = job !== null && sockets.isElsewhere(job.pid);
  const own = here.length > 0 || isElsewhere ? await sockets.heldBy(pidsOf(context, tracked)) : NOTHING;
  const inodes = new Set(own.sockets.map(({ inode }) => inode));
  return {
    own,
    isOwn: own.sockets.some((socket) => socket.port === port),
    strangers: here.filter(({ inode }) => !inodes.has(inode)),
  };
}

export function pidsOf(context: Context, tracked: Tracked): readonly number[] {
  return treeOf(context, tracked).map(({ pid }) => pid);
}

/** Who holds a socket, and whose readiness it is in the way of. */
interface Held {
  readonly socket: ListeningSocket;
  readonly holder: Holder | undefined;
  readonly asker: Tracked;
}

/** Names who holds a socket: `pid 4242 (node)`, and the process that it belongs to when that may be named. */
export function nameHolder(context: Context, { socket, holder, asker }: Held): string {
  if (holder === undefined) return `a process of user ${socket.uid} that may not be looked at`;
  const name = `pid ${holder.pid}${holder.program === "" ? "" : ` (${holder.program})`}`;
  const owner = context.tracked.get(holder.mark)?.record;
  if (owner !== undefined && !mayName(asker.record, owner)) return `${name}, which belongs to another conversation`;
  if (owner !== undefined) return `${name}, which belongs to ${owner.id} (\`${owner.command}\`)`;
  return holder.mark === "" ? name : `${name}, which belongs to ${holder.mark} of another home`;
}
