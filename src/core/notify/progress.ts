/**
 * How far telling about one process has come. It is written into the file of each event and then into the record, so that
 * after a crash whichever is further ahead is true: nothing is told twice, and nothing is passed over.
 */
export interface NoticeProgress {
  /** Events queued so far; part of their ids. */
  readonly seq: number;
  /** When the last one was queued. The ids of later ones do not sort before it, whatever the clock does. */
  readonly lastAtMs: number;
  readonly watch: WatchProgress;
  readonly heartbeat: HeartbeatProgress;
  readonly ready: ReadyProgress;
  /** Offset in the log up to which waiting for input was told; -1 = not yet. */
  readonly inputToldAt: number;
}

/** The state of the rule for one process; see `watch-limit.ts`. Times are wall clock, since they outlive the program. */
export interface WatchProgress {
  /** Offset behind the last byte that was looked at; always a line start, or the end. */
  readonly cursor: number;
  /** Until then a match is dropped; 0 = no window was opened yet. */
  readonly cooldownUntilMs: number;
  /** The window has a strike already. */
  readonly struck: boolean;
  /** Windows in a row that had drops. */
  readonly strikes: number;
  /** Events delivered over the life of the process. */
  readonly hits: number;
  /** Matching lines dropped since the last event. */
  readonly suppressed: number;
  readonly disabled: boolean;
}

export interface HeartbeatProgress {
  readonly seq: number;
  /** When the last one was due, told or not; 0 = count from the start of the process. */
  readonly lastAtMs: number;
  /** Offset in the log up to which output was told. */
  readonly cursor: number;
}

/** `none`: nothing was asked for. */
export type ReadyProgress = "none" | "pending" | "ready" | "not_ready";

export function initialProgress(isReadyAwaited: boolean): NoticeProgress {
  return {
    seq: 0,
    lastAtMs: 0,
    watch: { cursor: 0, cooldownUntilMs: 0, struck: false, strikes: 0, hits: 0, suppressed: 0, disabled: false },
    heartbeat: { seq: 0, lastAtMs: 0, cursor: 0 },
    ready: isReadyAwaited ? "pending" : "none",
    inputToldAt: -1,
  };
}
