import { existsSync, readdirSync, readFileSync, renameSync, unlinkSync } from "node:fs";
import { join } from "node:path";

import { messageOf, systemCode } from "../../core/errors.ts";
import type { BellhopEvent } from "../../core/notify/event.ts";
import { completionIdOf } from "../../core/notify/event-id.ts";
import { QUEUE_MAX_EVENTS } from "../../core/limits.ts";
import type { Logger } from "../../ports/logger.ts";
import type { QueuedEvent } from "../../ports/store.ts";
import { createFile, replaceFile } from "./atomic-file.ts";
import { isDiskTrouble } from "./disk-trouble.ts";
import type { Home } from "./layout.ts";
import { parseQueued, queueText } from "./queue-file.ts";
import { setAside } from "./set-aside.ts";

export interface Queue {
  /** Reads the directory. What cannot be read is set aside; the ids of completions among it are returned. */
  load(onDamage: (what: string, aside: string) => void): readonly string[];
  add(queued: QueuedEvent): void;
  /** Changes an event that waits; its id stays. */
  replace(eventId: string, event: BellhopEvent): void;
  all(): readonly QueuedEvent[];
  has(eventId: string): boolean;
  remove(eventId: string): boolean;
  /** Writes what could not be written before. */
  flush(): void;
}

const SUFFIX = ".json";

/** Events as files whose names sort in the order in which they happened; taking one is an unlink. */
export function openQueue(home: Home, logger: Logger): Queue {
  const waiting = new Map<string, QueuedEvent>();
  /** Not on the disk, which has no room. */
  const onlyHere = new Set<string>();
  const ordered = inOrder(waiting);
  const fileOf = (eventId: string): string => join(home.queue, eventId + SUFFIX);

  const remove = (eventId: string): boolean => {
    if (!waiting.has(eventId)) return false;
    if (onlyHere.has(eventId)) for (const id of completionIdOf(eventId)) markTold(join(home.processes, id));
    else unlink(fileOf(eventId));
    onlyHere.delete(eventId);
    waiting.delete(eventId);
    return true;
  };

  /** False when the disk has no room. */
  const write = (queued: QueuedEvent): boolean => {
    const { eventId } = queued;
    try {
      createFile(fileOf(eventId), queueText(queued), true);
      return true;
    } catch (error) {
      if (!isDiskTrouble(error)) throw error;
      if (!onlyHere.has(eventId)) logger.warn(`The event ${eventId} waits in memory only: ${messageOf(error)}.`);
      onlyHere.add(eventId);
      return false;
    }
  };

  return {
    load: (onDamage) => {
      const { found, damaged } = readAll(home);
      for (const queued of found) waiting.set(queued.eventId, queued);
      for (const eventId of damaged) onDamage(`queued event ${eventId}`, setAside(home, fileOf(eventId)));
      return damaged.flatMap(completionIdOf);
    },
    add: (queued) => {
      if (waiting.has(queued.eventId)) return;
      write(queued);
      waiting.set(queued.eventId, queued);
      ordered.added(queued);
      if (waiting.size > QUEUE_MAX_EVENTS) remove(tooMany(waiting, logger));
    },
    replace: (eventId, event) => {
      const before = waiting.get(eventId);
      if (before === undefined) return;
      const queued = { ...before, event };
      if (!onlyHere.has(eventId)) rewrite(fileOf(eventId), queued, logger);
      waiting.set(eventId, queued);
      ordered.changed();
    },
    all: ordered.all,
    has: (eventId) => waiting.has(eventId),
    remove,
    flush: () => {
      for (const eventId of onlyHere) {
        const queued = waiting.get(eventId);
        if (queued !== undefined && !write(queued)) return;
        onlyHere.delete(eventId);
      }
    },
  };
}

/** The one that has to go. */
function tooMany(waiting: ReadonlyMap<string, QueuedEvent>, logger: Logger): string {
  const oldest = [...waiting.keys()].toSorted()[0] ?? "";
  logger.warn(
    `The queue holds ${QUEUE_MAX_EVENTS} events, so the oldest (${oldest}) was dropped. Take events with \`bellhop drain\`.`,
  );
  return oldest;
}

/** Where the disk has no room the file stays as it was. */
function rewrite(path: string, queued: QueuedEvent, logger: Logger): void {
  try {
    replaceFile(path, queueText(queued), true);
  } catch (error) {
    if (!isDiskTrouble(error)) throw error;
    logger.warn(`The event ${queued.eventId} is changed in memory only: ${messageOf(error)}.`);
  }
}

function readAll(home: Home): { readonly found: readonly QueuedEvent[]; readonly damaged: readonly string[] } {
  const found: QueuedEvent[] = [];
  const damaged: string[] = [];
  for (const name of readdirSync(home.queue).toSorted()) {
    if (!name.endsWith(SUFFIX)) continue;
    const eventId = name.slice(0, -SUFFIX.length);
    const queued = parseQueued(eventId, readFileSync(join(home.queue, name), "utf8"));
    if (queued === null) damaged.push(eventId);
    else found.push(queued);
  }
  return { found, damaged };
}

/** The events in their order. It is found out anew only when one came that is not the last. */
function inOrder(waiting: ReadonlyMap<string, QueuedEvent>): {
  readonly all: () => readonly QueuedEvent[];
  readonly added: (queued: QueuedEvent) => void;
  readonly changed: () => void;
} {
  /** Perhaps with some that were taken; null when the order is not known. */
  let sorted: readonly QueuedEvent[] | null = null;
  return {
    all: () => {
      sorted ??= [...waiting.values()].toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1));
      if (sorted.length !== waiting.size) sorted = sorted.filter(({ eventId }) => waiting.has(eventId));
      return sorted;
    },
    added: (queued) => {
      const isLast = sorted !== null && queued.eventId > (sorted.at(-1)?.eventId ?? "");
      sorted = sorted !== null && isLast ? [...sorted, queued] : null;
    },
    changed: () => {
      sorted = null;
    },
  };
}

/** Somebody may have taken the file away by hand. */
function unlink(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
  }
}

/** Renames the receipt, which needs no free space: that its ending was told is remembered all the same. */
function markTold(directory: string): void {
  const receipt = readdirSync(directory).find((name) => name.startsWith("ended."));
  if (receipt !== undefined) renameSync(join(directory, receipt), join(directory, receipt.replace("ended.", "told.")));
}

/** Whether {@link markTold} was here. */
export function isTold(directory: string): boolean {
  return existsSync(directory) && readdirSync(directory).some((name) => name.startsWith("told."));
}
