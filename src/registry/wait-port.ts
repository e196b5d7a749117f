import { READY_LOOK_MS } from "../core/limits.ts";
import type { WaitCondition } from "../core/wait-condition.ts";
import { hasEnded } from "./observe.ts";
import { lookAtPort } from "./ports.ts";
import { type Fulfilled, untilEnded, type Waiting } from "./wait-look.ts";

/** Something of its own tree listens on the port. Who else does, does not count. */
export async function port(
  waiting: Waiting,
  condition: WaitCondition & { readonly kind: "port" },
): Promise<Fulfilled | null> {
  const { context, tracked, signal } = waiting;
  if (tracked.record.elsewhere !== undefined) return untilEnded(waiting); // Whoever listens here is not of it.
  const over = AbortSignal.any([signal, tracked.attending.signal]);
  while (!hasEnded(tracked) && !signal.aborted) {
    const { own } = await lookAtPort(context, tracked, condition.port);
    const found = own.sockets.find((socket) => socket.port === condition.port);
    if (found) return { status: "listening", condition, detail: `${found.address} port ${found.port}` };
    await context.ports.clock.sleep(READY_LOOK_MS, over);
  }
  return null;
}
