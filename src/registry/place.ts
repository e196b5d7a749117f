import { messageOf } from "../core/errors.ts";
import { ELSEWHERE_CLOSE_MS, ENVIRONMENT_LOST_AFTER_MS, SHOW_ELSEWHERE_MS } from "../core/limits.ts";
import type { ProcessRecord } from "../core/record.ts";
import { isFindable } from "../core/state.ts";
import type { ElsewhereEntry, Place } from "../ports/elsewhere.ts";
import type { Context, Tracked } from "./context.ts";
import { redacted } from "./tell.ts";

/** Where it runs, when that is not this host; null when it is: only then may this host be looked at for it. */
export function placeOf(context: Context, { record: { id, elsewhere } }: Tracked): Place | null {
  if (elsewhere === undefined) return null;
  return { id, directory: context.ports.store.directory(id), environment: elsewhere.environment };
}

/** Its own pid, where it runs; null when it is not known. */
export function pidOf({ elsewhere, job }: ProcessRecord): number | null {
  return elsewhere === undefined ? (job?.pid ?? null) : elsewhere.pid;
}

/** As a field; absent on this host. */
export function environmentField(context: Context, { elsewhere }: ProcessRecord): { readonly environment?: string } {
  return elsewhere === undefined ? {} : { environment: redacted(context, elsewhere.environment) };
}

/** The same, and how it is with the environment. */
export function environmentFields(
  context: Context,
  tracked: Tracked,
): { readonly environment?: string; readonly environmentNote?: string } {
  const field = environmentField(context, tracked.record);
  if (field.environment === undefined) return {};
  const note = noteOf(context, tracked, field.environment);
  return note === null ? field : { ...field, environmentNote: note };
}

function noteOf(context: Context, { record: { state }, trouble }: Tracked, name: string): string | null {
  if (isFindable(state)) {
    const { detail = "", why } = state.outcome;
    const later = why === "environment_gone" ? "is there again" : "answers again";
    return sentences(detail, `Should it still run, it is found again when ${name} ${later}.`);
  }
  if (state.phase === "ended" || trouble === null) return null;
  if (trouble.kind === "paused")
    return sentences(`${name} is paused, and this process with it; it goes on when that does.`, trouble.reason);
  const seconds = Math.round((context.ports.clock.now() - trouble.sinceMs) / 1000);
  const most = ENVIRONMENT_LOST_AFTER_MS / 1000;
  return sentences(
    `${name} has not answered for ${seconds} s.`,
    trouble.reason,
    `It is tried again; after ${most} s the process counts as lost.`,
  );
}

function sentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}

/** What lives of its tree there; nothing when that cannot be seen in time. For an answer, which must not wait for a network. */
export async function treeThere(context: Context, tracked: Tracked): Promise<readonly ElsewhereEntry[]> {
  const { clock, elsewhere, logger } = context.ports;
  const place = placeOf(context, tracked);
  if (place === null || tracked.trouble !== null) return [];
  const over = new AbortController();
  const tree = elsewhere.tree(place, "SIGTERM").catch((error: unknown) => {
    logger.warn(`The tree of ${place.id} could not be seen: ${messageOf(error)}`);
    return [];
  });
  const late = clock.sleep(SHOW_ELSEWHERE_MS, over.signal).then((): readonly ElsewhereEntry[] => []);
  return Promise.race([tree, late]).finally(() => over.abort());
}

/** Lets go of all environments. One that does not let go in time is left to itself. */
export async function closeElsewhere({ ports: { clock, elsewhere, logger } }: Context): Promise<void> {
  const over = new AbortController();
  const closing = elsewhere
    .close()
    .catch((error: unknown) => logger.warn(`An environment was not let go: ${messageOf(error)}`));
  await Promise.race([closing, clock.sleep(ELSEWHERE_CLOSE_MS, over.signal)]);
  over.abort();
}
