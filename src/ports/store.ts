import type { BellhopEvent } from "../core/notify/event.ts";
import type { NoticeProgress } from "../core/notify/progress.ts";
import type { ProcessRecord, ProcessSpec } from "../core/record.ts";

/** A directory that could not be read as a process; it was set aside, not deleted. */
export interface Damage {
  readonly what: string;
  readonly setAside: string;
}

export interface Loaded {
  readonly records: readonly ProcessRecord[];
  readonly damage: readonly Damage[];
  /** Processes whose completion was queued in a file that cannot be read any more. */
  readonly lostCompletions: readonly string[];
}

export interface QueuedEvent {
  /** Names sort in the order in which events happened. */
  readonly eventId: string;
  readonly event: BellhopEvent;
  /** How far its process was told with this event; absent for events of no process, and for completions. */
  readonly notices?: NoticeProgress;
  /** An earlier run has queued it. */
  readonly isRestored?: true;
}

/**
 * Records and the queue. Calls are synchronous: no other code runs between reading a record and writing it.
 * Every change is atomic; `enqueue` also survives a power cut (a record follows from the receipt).
 */
export interface Store {
  /** Makes the directory of a new process with its record and spec. */
  create(record: ProcessRecord, spec: ProcessSpec): void;
  /** Where the disk has no room the record is kept in memory, and written by a later `flush`. */
  saveRecord(record: ProcessRecord): void;
  /** The same, after whoever waits has been answered: for what recovery finds out anyhow. */
  saveRecordSoon(record: ProcessRecord): void;
  /** Writes what could not be written before. */
  flush(): void;
  /** Where the files of a process are. */
  directory(id: string): string;
  spec(id: string): ProcessSpec | null;
  /** Puts a private file into the directory of a process. */
  saveText(id: string, name: string, text: string): void;
  /** What such a file says; empty when there is none. */
  text(id: string, name: string): string;
  /** Forgets a process, log and all. */
  remove(id: string): void;
  /** Reads everything; what is damaged is set aside, and rebuilt where the directory tells enough. */
  load(): Loaded;
  /** Adds an event unless one with the same id is there. Where the disk has no room it waits in memory: a completion follows from its receipt. */
  enqueue(queued: QueuedEvent): void;
  /** Changes an event that waits, in one step; its id and its place stay. Does nothing when it was taken. */
  replaceQueued(eventId: string, event: BellhopEvent): void;
  /** All events waiting, oldest first. */
  queued(): readonly QueuedEvent[];
  isQueued(eventId: string): boolean;
  /** Takes an event away. False when it was not there. */
  dequeue(eventId: string): boolean;
  /** What was remembered about the flow of events over all processes, as plain data; null when nothing was. */
  flow(): unknown;
  saveFlow(flow: unknown): void;
  /** Whether the completion of `id` was taken while the disk had no room to write that down elsewhere. */
  wasTold(id: string): boolean;
  close(): void;
}
