import type { KilledBy } from "../killed-by.ts";
import type { Leftover } from "../leftover.ts";
import type { AsyncDelegationEvent } from "./delegation.ts";

/** Whose process an event is about. Keys as in the original; `camelCase` here, `snake_case` on the wire. */
export interface ProcessEventBase {
  readonly sessionId: string;
  readonly sessionKey: string;
  readonly taskId: string;
  readonly ownerTaskId: string;
  /** Redacted. */
  readonly command: string;
}

/** Where a gateway shows the event: the chat that the process was started from. Empty texts where there is none. */
export interface EventRoute {
  readonly platform: string;
  readonly chatId: string;
  readonly userId: string;
  readonly userName: string;
  readonly threadId: string;
  readonly messageId: string;
}

export type CompletionReason = "exited" | "killed" | "lost" | "failed_start";

/** The process has ended. */
export interface CompletionEvent extends ProcessEventBase {
  readonly type: "completion";
  /** Why it was handed over; absent when it was not. */
  readonly handoffNote?: string;
  readonly exitCode: number | null;
  /** Name of the signal that ended the command, when one did. */
  readonly signal?: string;
  readonly completionReason: CompletionReason;
  readonly terminationSource: string;
  /** Why a lost one is lost, in words; absent when there is no more to say. */
  readonly lostDetail?: string;
  /** The environment that it ran in; absent when that was this host. */
  readonly environment?: string;
  /** Who or what ended it; absent when it ended by itself, or nobody can know. */
  readonly killedBy?: KilledBy;
  readonly cpuSeconds?: number;
  readonly peakMemoryBytes?: number;
  /** The last characters of the output, redacted, without escape codes. */
  readonly output: string;
  /** Bytes of output that came before `output`; absent when nothing was cut. */
  readonly outputCut?: number;
  /** Processes of its tree that were still running; absent when none. */
  readonly leftoverPids?: readonly number[];
  /** The first of them, with what they are and hold. */
  readonly leftovers?: readonly Leftover[];
  /** Seconds since the epoch, as in the original. */
  readonly startedAt: number;
}

/** Lines of the output matched a watch pattern. */
export interface WatchMatchEvent extends ProcessEventBase, EventRoute {
  readonly type: "watch_match";
  /** The first pattern of the first matching line. */
  readonly pattern: string;
  /** The matching lines, redacted: at most 20, then at most 2,000 characters. */
  readonly output: string;
  /** Matching lines that were not told since the last event. */
  readonly suppressed: number;
}

/** Watching has stopped for good; the ending will be told instead. */
export interface WatchDisabledEvent extends ProcessEventBase, EventRoute {
  readonly type: "watch_disabled";
  readonly suppressed: number;
  readonly message: string;
}

/** It still runs, and has printed something since the last heartbeat. */
export interface HeartbeatEvent extends ProcessEventBase, EventRoute {
  readonly type: "heartbeat";
  /** 1, 2, 3, … over the life of the process. */
  readonly seq: number;
  /** Seconds between two. */
  readonly interval: number;
  /** Seconds since the start. */
  readonly elapsed: number;
  readonly output: string;
  readonly startedAt: number;
}

/** What it was waited for has come true: its port answers, its page answers, its line was printed. */
export interface ReadyEvent extends ProcessEventBase, EventRoute {
  readonly type: "ready";
  /** For example `port 3000`, `pattern "listening"`, `http://localhost:3000/`. */
  readonly condition: string;
  /** Seconds since the start. */
  readonly elapsed: number;
  /** Ports that its tree listens on. Absent when none. */
  readonly ports?: readonly number[];
  readonly output: string;
  readonly startedAt: number;
}

/** What it was waited for has not come true: it ended first, the time is up, or a stranger has its port. */
export interface NotReadyEvent extends ProcessEventBase, EventRoute {
  readonly type: "not_ready";
  readonly condition: string;
  readonly why: NotReadyReason;
  readonly message: string;
  readonly elapsed: number;
  /** Its last lines. */
  readonly output: string;
  readonly startedAt: number;
}

export type NotReadyReason = "ended" | "timeout" | "port_taken";

/** It waits for somebody to type. */
export interface AwaitingInputEvent extends ProcessEventBase, EventRoute {
  readonly type: "awaiting_input";
  readonly inputClass: InputClass;
  /** The last line of its output: the prompt. Redacted. */
  readonly prompt: string;
  readonly elapsed: number;
  readonly startedAt: number;
}

export type InputClass = "password" | "line" | "repl" | "pager" | "full_screen" | "end_of_file";

/** Events of one owner were merged into this one, because there were too many in an hour. */
export interface EventsMergedEvent extends ProcessEventBase {
  readonly type: "events_merged";
  /** How many are not told one by one. 0: from now on they are counted. */
  readonly merged: number;
  readonly message: string;
}

/** Too many matches over all processes: none are told for a moment. */
export interface WatchOverflowTrippedEvent extends OverflowBase {
  readonly type: "watch_overflow_tripped";
}

/** Matches are told again. */
export interface WatchOverflowReleasedEvent extends OverflowBase {
  readonly type: "watch_overflow_released";
  readonly suppressed: number;
}

/** An overflow is about no process: what would name one is empty (original). */
interface OverflowBase extends Omit<EventRoute, "messageId"> {
  readonly sessionId: "";
  readonly sessionKey: "";
  readonly command: "";
  readonly message: string;
}

/** What the owner of a process must be told. */
export type ProcessNotice =
  | CompletionEvent
  | WatchMatchEvent
  | WatchDisabledEvent
  | HeartbeatEvent
  | ReadyEvent
  | NotReadyEvent
  | AwaitingInputEvent;

export type BellhopEvent =
  | ProcessNotice
  | EventsMergedEvent
  | WatchOverflowTrippedEvent
  | WatchOverflowReleasedEvent
  | AsyncDelegationEvent;

export type EventType = BellhopEvent["type"];
