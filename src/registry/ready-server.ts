import { READY_HTTP_DEADLINE_MS, READY_TAKEN_GRACE_MS } from "../core/limits.ts";
import type { Holder, ListeningSocket } from "../ports/sockets.ts";
import type { Context, Tracked } from "./context.ts";
import { lookAtPort, nameHolder, portsOf, type PortState } from "./ports.ts";
import type { ReadyLook } from "./ready-look.ts";

interface Server {
  readonly port: number;
  /** Null: that it listens is enough. */
  readonly url: string | null;
}

/** Looks whether its own tree listens on the port and, with a URL, answers there. */
export function lookForServer(context: Context, tracked: Tracked, { port, url }: Server): ReadyLook {
  let obstacle = "";
  let takenSinceMs: number | null = null;
  const serves = async ({ own }: PortState): Promise<boolean> => {
    if (url === null) return true;
    const signal = tracked.attending.signal;
    const status = await context.ports.sockets.fetchStatus({
      url,
      of: own.sockets,
      deadlineMs: READY_HTTP_DEADLINE_MS,
      signal,
    });
    obstacle = status === null ? "It listens, but the page did not answer." : `The page answered with ${status}.`;
    return status !== null && status < SERVER_ERROR;
  };
  return {
    now: async () => {
      const state = await lookAtPort(context, tracked, port);
      if (state.isOwn) return (await serves(state)) ? "ready" : "waiting";
      obstacle = [heldBy({ context, asker: tracked, port }, state), instead(tracked, state)].filter(Boolean).join(" ");
      if (!isTaken(context, state)) takenSinceMs = null;
      else takenSinceMs ??= context.ports.clock.now();
      const heldMs = takenSinceMs === null ? 0 : context.ports.clock.now() - takenSinceMs;
      return heldMs >= READY_TAKEN_GRACE_MS ? "taken" : "waiting";
    },
    last: () => false,
    obstacle: () => obstacle,
  };
}

const SERVER_ERROR = 500;
/** Where a server listens that is meant to be found as `localhost`. A stranger on another address is in nobody's way. */
const IN_THE_WAY: ReadonlySet<string> = new Set(["0.0.0.0", "::", "127.0.0.1", "::1"]);

/** A holder that may not be looked at may be of the tree, where this has processes of another user. */
function isTaken(context: Context, { own, strangers }: PortState): boolean {
  const inTheWay = strangers.filter(({ address }) => IN_THE_WAY.has(address));
  return inTheWay.length > 0 && (own.isComplete || holderOf(context, inTheWay) !== undefined);
}

interface Asked {
  readonly context: Context;
  readonly asker: Tracked;
  readonly port: number;
}

function heldBy({ context, asker, port }: Asked, { strangers }: PortState): string {
  const [socket] = strangers;
  if (socket === undefined) return "";
  return `Port ${port} is held by ${nameHolder(context, { socket, holder: holderOf(context, strangers), asker })}.`;
}

/** Many a server takes the next port when its own is taken. */
function instead({ record }: Tracked, { own }: PortState): string {
  const ports = portsOf(own.sockets);
  return ports.length > 0 ? `${record.id} listens on ${ports.join(", ")} instead.` : "";
}

/** The first that may be looked at. */
function holderOf(context: Context, sockets: readonly ListeningSocket[]): Holder | undefined {
  const holders = context.ports.sockets.holders(sockets, true);
  return sockets.map(({ inode }) => holders.get(inode)).find((holder) => holder !== undefined);
}
