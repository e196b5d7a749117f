import { ENVIRONMENT_LOST_AFTER_MS } from "../core/limits.ts";
import { messageOf } from "../core/errors.ts";
import { isFindable, type LostReason } from "../core/state.ts";
import type { Contact } from "../ports/elsewhere.ts";
import { attend } from "./attend.ts";
import type { Context, Tracked } from "./context.ts";
import { hasEnded, observe } from "./observe.ts";
import { dropCompletion } from "./outbox.ts";
import { placeOf } from "./place.ts";
import { isEnding, listen, settle } from "./settle.ts";
import { redacted } from "./tell.ts";

/** Has what a process elsewhere leaves copied here, until all of it is here or the registry lets go. Does nothing for one of this host. */
export function followElsewhere(context: Context, tracked: Tracked): void {
  const place = placeOf(context, tracked);
  if (place === null || context.closing.aborted) return;
  tracked.unfollow = context.ports.elsewhere.follow(place, (contact) => hear(context, tracked, contact));
}

/** What the mirror says of the other side. Nothing of it is an ending but that the environment, or the process in it, is gone. */
function hear(context: Context, tracked: Tracked, contact: Contact): void {
  if (context.closing.aborted || context.tracked.get(tracked.record.id) !== tracked) return;
  switch (contact.kind) {
    case "back":
      tracked.trouble = null;
      // The same look may say that its environment is another one now, which has no such process.
      return queueMicrotask(() => tracked.isGone || foundAgain(context, tracked));
    case "gone":
      tracked.trouble = null;
      tracked.isGone = true;
      return lose(context, tracked, { why: "environment_gone", reason: contact.reason });
    case "lost":
      return note(context, tracked, contact);
  }
}

/** A paused environment is not lost, however long that takes: it is counted from when it was not paused any more. */
function note(
  context: Context,
  tracked: Tracked,
  { trouble, reason, forMs }: Contact & { readonly kind: "lost" },
): void {
  const nowMs = context.ports.clock.now();
  const before = tracked.trouble;
  const isCounted = before !== null && before.kind !== "paused";
  const beganMs = before === null ? nowMs - forMs : nowMs;
  const sinceMs = isCounted ? before.sinceMs : beganMs;
  tracked.trouble = { kind: trouble, reason: redacted(context, reason), sinceMs };
  if (trouble === "gone") lose(context, tracked, { why: "environment_gone", reason });
  else if (trouble !== "paused" && nowMs - sinceMs >= ENVIRONMENT_LOST_AFTER_MS)
    lose(context, tracked, { why: "environment_unreachable", reason });
}

/** Its receipt may have come just before. */
function lose(
  context: Context,
  tracked: Tracked,
  { why, reason }: { readonly why: LostReason; readonly reason: string },
): void {
  if (hasEnded(tracked)) return;
  const { clock, launcher, store } = context.ports;
  if (isEnding(launcher.receipt(store.directory(tracked.record.id)))) return void settle(context, tracked);
  observe(context, tracked, { type: "contactLost", why, detail: redacted(context, reason), atMs: clock.wall() });
  listenForLost(context, tracked);
}

/**
 * It was told as lost, and is there: it runs again, as after a restart of ours, and its true ending will be told. What was said
 * of its end and nobody has read is taken back.
 */
function foundAgain(context: Context, tracked: Tracked): void {
  if (context.closing.aborted || !isFindable(tracked.record.state)) return;
  observe(context, tracked, { type: "contactRegained" });
  dropCompletion(context, tracked.record.id);
  tracked.attending = new AbortController();
  tracked.isNew = false;
  tracked.unwatch();
  listen(context, tracked);
  attend(context, tracked);
  context.ports.logger.info(`${tracked.record.id} was lost, and is found again.`);
  void settle(context, tracked);
}

/**
 * Looks for one that was lost before this registry was opened. Its environment may answer by now: who has never heard it fail
 * does not say that it is back.
 */
export function seekLost(context: Context, tracked: Tracked): void {
  const place = placeOf(context, tracked);
  if (place === null) return;
  listenForLost(context, tracked);
  followElsewhere(context, tracked);
  context.ports.elsewhere
    .tree(place, "SIGTERM")
    .then((tree) => void (tree.length > 0 && foundAgain(context, tracked)))
    .catch((error: unknown) => context.ports.logger.info(`${place.id} is not found yet: ${messageOf(error)}`));
}

/** One that is lost may be found again by what the mirror copies. A receipt that comes proves as much as a word does. */
function listenForLost(context: Context, tracked: Tracked): void {
  const { launcher, store } = context.ports;
  const directory = store.directory(tracked.record.id);
  const ring = (): void => {
    if (isEnding(launcher.receipt(directory))) foundAgain(context, tracked);
  };
  tracked.unwatch = launcher.watch(directory, ring);
  ring();
}
