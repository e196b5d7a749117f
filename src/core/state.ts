/** How a process ended. One value, set once, by the first cause that was seen. */
export type Outcome =
  /** The command ended by itself. 130 and 141 may also be a death by SIGINT or SIGPIPE: shells do not say which. */
  | { readonly kind: "exited"; readonly code: number }
  /** A signal that did not come from us ended the command. */
  | { readonly kind: "signaled"; readonly signal: string }
  /** We ended it: `source` asked, `signal` was the last one sent. `ending` is what the receipt says, when there is one. */
  | { readonly kind: "killed"; readonly source: string; readonly signal: string; readonly ending: Ending | null }
  /** It is gone, and nobody can know how it ended. */
  | { readonly kind: "lost"; readonly why: LostReason }
  | { readonly kind: "failed_start"; readonly message: string };

/** What a receipt says: an exit code, or the signal that ended the command. */
export type Ending = { readonly code: number } | { readonly signal: string };

/**
 * - `reboot`: the machine was restarted meanwhile.
 * - `pid_reused`: its pid belongs to a stranger now.
 * - `shim_killed`: the shim was killed, so nobody collected the exit code.
 * - `record_only`: its directory was damaged; what is left does not say how it ended.
 */
export type LostReason = "reboot" | "pid_reused" | "shim_killed" | "record_only";

export type ProcessState =
  | { readonly phase: "starting" }
  | { readonly phase: "running" }
  /** Written before the first signal, so that an exit that is seen meanwhile *is* a kill. */
  | { readonly phase: "stopping"; readonly source: string; readonly signal: string }
  | { readonly phase: "ended"; readonly outcome: Outcome; readonly endedAtMs: number };

export type ProcessEvent =
  | { readonly type: "started" }
  | { readonly type: "startFailed"; readonly message: string; readonly atMs: number }
  | { readonly type: "stopRequested"; readonly source: string; readonly signal: string }
  /** Some of its processes outlived the kill: it runs on and can be killed again. */
  | { readonly type: "stopFailed" }
  | { readonly type: "endingSeen"; readonly ending: Ending; readonly atMs: number }
  | { readonly type: "contactLost"; readonly why: LostReason; readonly atMs: number };

type Phase = ProcessState["phase"];
type Of<P extends Phase> = Extract<ProcessState, { phase: P }>;
type EventOf<T extends ProcessEvent["type"]> = Extract<ProcessEvent, { type: T }>;
/** Every cell is filled: a new event does not compile until each phase answers it. */
type Table = {
  readonly [P in Phase]: {
    readonly [T in ProcessEvent["type"]]: (state: Of<P>, event: EventOf<T>) => ProcessState;
  };
};

const keep = <S extends ProcessState>(state: S): S => state;
const ended = (outcome: Outcome, endedAtMs: number): ProcessState => ({ phase: "ended", outcome, endedAtMs });
const exited = (_: unknown, event: EventOf<"endingSeen">): ProcessState =>
  ended(
    "code" in event.ending
      ? { kind: "exited", code: event.ending.code }
      : { kind: "signaled", signal: event.ending.signal },
    event.atMs,
  );
const lost = (_: unknown, event: EventOf<"contactLost">): ProcessState =>
  ended({ kind: "lost", why: event.why }, event.atMs);
const failed = (_: unknown, event: EventOf<"startFailed">): ProcessState =>
  ended({ kind: "failed_start", message: event.message }, event.atMs);

const TABLE: Table = {
  starting: {
    started: () => ({ phase: "running" }),
    startFailed: failed,
    stopRequested: keep, // Nobody has its id yet.
    stopFailed: keep,
    endingSeen: exited, // A command can end before its start was recorded.
    contactLost: lost,
  },
  running: {
    started: keep,
    startFailed: failed, // The shim ran, the command could not (its receipt says so).
    stopRequested: (_, event) => ({ phase: "stopping", source: event.source, signal: event.signal }),
    stopFailed: keep,
    endingSeen: exited,
    contactLost: lost,
  },
  stopping: {
    started: keep,
    startFailed: failed,
    stopRequested: (state, event) =>
      // An escalation; the first cause stays.
      event.signal === state.signal ? state : { ...state, signal: event.signal },
    stopFailed: () => ({ phase: "running" }),
    endingSeen: (state, event) =>
      ended({ kind: "killed", source: state.source, signal: state.signal, ending: event.ending }, event.atMs),
    contactLost: lost, // Unproved is not killed.
  },
  ended: {
    started: keep,
    startFailed: keep,
    stopRequested: keep,
    stopFailed: keep,
    endingSeen: keep,
    contactLost: keep,
  },
};

/** Returns the state after `event`. Pure: the same inputs give the same answer. */
export function transition(state: ProcessState, event: ProcessEvent): ProcessState {
  const cell = TABLE[state.phase][event.type] as (state: ProcessState, event: ProcessEvent) => ProcessState;
  return cell(state, event);
}
