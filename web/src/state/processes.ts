import { signal } from "@preact/signals";

import type { Change, Process } from "../api/types.ts";
import { announce } from "./announce.ts";
import { endingOf, nameOf } from "./describe.ts";
import { notifyEnded } from "./notify.ts";
import { forgetSparks, takeSparks } from "./sparks.ts";

export const processes = signal<ReadonlyMap<string, Process>>(new Map());
/** Whether the list has come once. */
export const isListed = signal(false);

/** How many endings are told one by one. */
const TOLD_MAX = 3;

/** `isWhole`: what is not in it is not there any more. */
export function applyList({ changed, gone }: Change<Process>, isWhole: boolean): void {
  const before = processes.value;
  const next = new Map(isWhole ? [] : before);
  for (const process of changed) next.set(process.session_id, kept(before.get(process.session_id), process));
  for (const id of gone) next.delete(id);
  processes.value = next;
  forgetSparks(next);
  takeSparks(next);
  if (isListed.value) tellEnded(changed.filter((one) => hasEnded(one, before)));
  isListed.value = true;
}

/** A list without what they use keeps what was known of it. */
function kept(before: Process | undefined, now: Process): Process {
  return before?.usage !== undefined && now.usage === undefined && now.status === "running"
    ? { ...now, usage: before.usage }
    : now;
}

function hasEnded({ session_id, status }: Process, before: ReadonlyMap<string, Process>): boolean {
  return status === "exited" && before.get(session_id)?.status === "running";
}

function tellEnded(ended: readonly Process[]): void {
  if (ended.length === 0) return;
  const sentences = ended.slice(0, TOLD_MAX).map((one) => `${nameOf(one)} has ended: ${endingOf(one)}.`);
  if (ended.length > TOLD_MAX) sentences.push(`${ended.length - TOLD_MAX} more have ended.`);
  announce(sentences.join(" "));
  for (const one of ended) notifyEnded(one);
}
