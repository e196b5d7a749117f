import { existsSync, readdirSync, readFileSync, renameSync, unlinkSync } from "node:fs";
import { join } from "node:path";

import { messageOf } from "../../core/errors.ts";
import { completionIdOf } from "../../core/notify/event-id.ts";
import { QUEUE_MAX_EVENTS } from "../../core/limits.ts";
import type { Logger } from "../../ports/logger.ts";
import type { QueuedEvent } from "../../ports/store.ts";
import { createFile } from "./atomic-file.ts";
import { isDiskTrouble } from "./disk-trouble.ts";
import type { Home } from "./layout.ts";
import { parseEvent } from "./queue-file.ts";
import { setAside } from "./set-aside.ts";

export interface Queue {
  /** Reads the directory. What cannot be read is set aside; the ids of completions among it are returned. */
  load(onDamage: (what: string, aside: string) => void): readonly string[];
  add(queued: QueuedEvent): void;
  all(): readonly QueuedEvent[];
  remove(eventId: string): boolean;
}

const SUFFIX = ".json";

/** Events as files whose names sort in the order in which they happened; taking one is an unlink. */
export function openQueue(home: Home, logger: Logger): Queue {
  const waiting = new Map<string, QueuedEvent>();
  /** Not on the disk, which has no room. */
  const onlyHere = new Set<string>();
  const fileOf = (eventId: string): string => join(home.queue, eventId + SUFFIX);

  const remove = (eventId: string): boolean => {
    const queued = waiting.get(eventId);
    if (queued === undefined) return false;
    if (onlyHere.delete(eventId)) markTold(join(home.processes, queued.event.sessionId));
    else unlinkSync(fileOf(eventId));
    return waiting.delete(eventId);
  };

  return {
    load: (onDamage) => {
      const lost: string[] = [];
      for (const name of readdirSync(home.queue).toSorted()) {
        if (!name.endsWith(SUFFIX)) continue;
        const eventId = name.slice(0, -SUFFIX.length);
        const event = parseEvent(readFileSync(join(home.queue, name), "utf8"));
        if (event !== null) waiting.set(eventId, { eventId, event });
        else {
          onDamage(`queued event ${eventId}`, setAside(home, join(home.queue, name)));
          lost.push(...completionIdOf(eventId));
        }
      }
      return lost;
    },
    add: (queued) => {
      if (waiting.has(queued.eventId)) return;
      try {
        createFile(fileOf(queued.eventId), `${JSON.stringify(queued.event)}\n`, true);
      } catch (error) {
        if (!isDiskTrouble(error)) throw error;
        logger.warn(`The event ${queued.eventId} waits in memory only: ${messageOf(error)}.`);
        onlyHere.add(queued.eventId);
      }
      waiting.set(queued.eventId, queued);
      if (waiting.size > QUEUE_MAX_EVENTS) dropOldest();
    },
    all: () => [...waiting.values()].toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1)),
    remove,
  };

  function dropOldest(): void {
    const oldest = [...waiting.keys()].toSorted()[0] ?? "";
    remove(oldest);
    logger.warn(
      `The queue holds ${QUEUE_MAX_EVENTS} events, so the oldest (${oldest}) was dropped. Take events with \`bellhop drain\`.`,
    );
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
