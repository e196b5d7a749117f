import { BellhopError } from "../core/errors.ts";
import { initialProgress } from "../core/notify/progress.ts";
import type { RemoveResult, StartedProcess } from "../core/results.ts";
import { forget } from "./confine.ts";
import type { Context, Tracked } from "./context.ts";
import { kill } from "./kill.ts";
import { refreshLeftovers } from "./leftovers.ts";
import { hasEnded } from "./observe.ts";
import { startSpec } from "./start.ts";

/** The same command, directory and environment again, with a new id. A running one is ended first. */
export async function restart(context: Context, tracked: Tracked): Promise<StartedProcess> {
  const { store, newId, clock } = context.ports;
  const { id } = tracked.record;
  if (tracked.record.adopted) {
    throw new BellhopError(
      "start_failed",
      `${id} cannot be started again: it was adopted while it ran, so nobody told how it is started. Start its command with \`bellhop run\`.`,
    );
  }
  const begun = store.spec(id);
  if (begun === null) {
    throw new BellhopError(
      "start_failed",
      `${id} cannot be started again: what it was started with (spec.json) cannot be read. Start it with \`bellhop run\`.`,
    );
  }
  const { elsewhere } = tracked.record;
  if (elsewhere !== undefined) context.ports.elsewhere.check(elsewhere.environment);
  if (!hasEnded(tracked)) {
    const result = await kill(context, tracked, { source: "restart" });
    if (result.status === "error")
      throw new BellhopError("start_failed", `${id} was not started again: ${result.error ?? "it could not be ended"}`);
  }
  const { pty } = tracked.record; // Of the size that it was given last.
  return startSpec(context, {
    spec: { ...begun, pty },
    record: {
      ...tracked.record,
      id: newId(),
      startedAtMs: clock.wall(),
      state: { phase: "starting" },
      shim: null,
      job: null,
      ...(elsewhere === undefined ? {} : { elsewhere: { ...elsewhere, pid: null } }),
      confinement: null,
      handoffNote: "",
      pollObserved: false,
      consumed: false,
      // What a watch that gave up has asked for was not asked for by anybody else.
      notifyOnComplete: tracked.record.notifyOnComplete && !tracked.record.notices.watch.disabled,
      notices: initialProgress(tracked.record.ready !== null),
    },
  });
}

/** Forgets an ended process, log and all; also its event, which nobody wants any more. */
export function remove(context: Context, tracked: Tracked): RemoveResult {
  const { id } = tracked.record;
  if (!hasEnded(tracked)) {
    return { status: "error", sessionId: id, error: `${id} is still running. End it first (\`bellhop kill ${id}\`).` };
  }
  refreshLeftovers(context, [tracked]);
  const leftovers = tracked.leftovers.map(({ pid }) => pid);
  if (leftovers.length > 0) {
    return {
      status: "error",
      sessionId: id,
      error: `${id} left ${leftovers.length} processes running (${leftovers.join(", ")}). End them first (\`bellhop kill ${id}\`).`,
    };
  }
  const { store } = context.ports;
  for (const { eventId, event } of store.queued()) if (event.sessionId === id) store.dequeue(eventId);
  forget(context, tracked.record);
  return { status: "removed", sessionId: id };
}
