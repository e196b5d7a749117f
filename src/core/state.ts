import { type KilledBy, killedByOthers } from "./killed-by.ts";

/** How a process ended. One value, set once, by the first cause that was seen. */
export type Outcome =
  /** The command ended by itself. 130 and 141 may also be a death by SIGINT or SIGPIPE: shells do not say which. */
  | { readonly kind: "exited"; readonly code: number; readonly by?: KilledBy }
  /** A signal that did not come from us ended the command. */
  | { readonly kind: "signaled"; readonly signal: string; readonly by?: KilledBy }
  /** We ended it: `source` asked, `signal` was the last one sent. `ending` is what the receipt says, when there is one. */
  | {
      readonly kind: "killed";
      readonly source: string;
      readonly signal: string;
      readonly ending: Ending | null;
      readonly by?: KilledBy;
    }
  /** It is gone, and nobody can know how it ended. */
  | Lost
  | { readonly kind: "failed_start"; readonly message: string };

/** `detail`: why, in words. `asked`: the kill that was at work when its environment was lost; it is carried through when that is found again. */
interface Lost {
  readonly kind: "lost";
  readonly why: LostReason;
  readonly detail?: string;
  readonly asked?: Stop;
}

/** What a receipt says: an exit code, or the signal that ended the command. */
export type Ending = { readonly code: number } | { readonly signal: string };

/** What the tree of a process has used, as far as it is known. */
export interface Usage {
  readonly cpuSeconds?: number;
  readonly peakMemoryBytes?: number;
}

/**
 * - `reboot`: the machine was restarted meanwhile.
 * - `pid_reused`: its pid belongs to a stranger now.
 * - `shim_killed`: the shim was killed, so nobody collected the exit code.
 * - `record_only`: its directory was damaged; what is left does not say how it ended.
 * - `adopter_gone`: it was adopted, and the program whose child it was, which alone is told how it ends, had died before.
 * - `environment_unreachable`: its environment has not answered for too long. It may run on, and may be found again.
 * - `environment_gone`: its environment is not there any more, or answers and has lost the process.
 */
export type LostReason =
  | "reboot"
  | "pid_reused"
  | "shim_killed"
  | "record_only"
  | "adopter_gone"
  | "environment_unreachable"
  | "environment_gone";

export type ProcessState =
  | { readonly phase: "starting" }
  | { readonly phase: "running" }
  /** Written before the first signal, so that an exit that is seen meanwhile *is* a kill. */
  | ({ readonly phase: "stopping" } & Stop)
  | { readonly phase: "ended"; readonly outcome: Outcome; readonly endedAtMs: number; readonly usage?: Usage };

/** A kill that was asked for. */
interface Stop {
  readonly source: string;
  readonly signal: string;
  /** Who asked; absent in a record of an older version. */
  readonly by?: KilledBy;
  /** Milliseconds from the first signal to SIGKILL; 0 = never SIGKILL. Absent in a record of an older version. */
  readonly graceMs?: number;
}

export type ProcessEvent =
  | { readonly type: "started" }
  | { readonly type: "startFailed"; readonly message: string; readonly atMs: number }
  | ({ readonly type: "stopRequested" } & Stop)
  /** Some of its processes outlived the kill: it runs on and can be killed again. */
  | { readonly type: "stopFailed" }
  | ({ readonly type: "endingSeen"; readonly ending: Ending } & End)
  | ({ readonly type: "contactLost"; readonly why: LostReason; readonly detail?: string } & End)
  /** The environment in which it was lost has answered, and it is there: what was told of its end was not true. */
  | { readonly type: "contactRegained" };

interface End {
  readonly atMs: number;
  readonly usage?: Usage;
  /** The kernel has killed something of its tree because its memory was used up. */
  readonly isOutOfMemory?: boolean;
}

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
const ended = (outcome: Outcome, { atMs, usage }: End): ProcessState => ({
  phase: "ended",
  outcome,
  endedAtMs: atMs,
  ...(usage === undefined ? {} : { usage }),
});
const exited = (_: unknown, event: EventOf<"endingSeen">): ProcessState => {
  const by = killedByOthers(event.ending, event.isOutOfMemory ?? false);
  const how =
    "code" in event.ending
      ? ({ kind: "exited", code: event.ending.code } as const)
      : ({ kind: "signaled", signal: event.ending.signal } as const);
  return ended(by === null ? how : { ...how, by }, event);
};
const killed = (
  { source, signal, by }: Of<"stopping">,
  event: End & { readonly ending: Ending | null },
): ProcessState =>
  ended({ kind: "killed", source, signal, ending: event.ending, ...(by === undefined ? {} : { by }) }, event);
const lost = (_: unknown, event: EventOf<"contactLost">): ProcessState =>
  ended({ kind: "lost", why: event.why, ...(event.detail === undefined ? {} : { detail: event.detail }) }, event);
/** The kill is not forgotten: part of it may have reached the process. */
const lostWhileStopping = (stopping: Of<"stopping">, event: EventOf<"contactLost">): ProcessState => {
  const state = lost(null, event);
  if (!isFindable(state)) return state;
  const { phase: _, ...asked } = stopping;
  return { ...state, outcome: { ...state.outcome, asked } };
};
/** One that is lost with its environment is killed once it is found. The first cause stays. */
const stopLater = (state: Of<"ended">, event: EventOf<"stopRequested">): ProcessState => {
  if (!isFindable(state)) return state;
  const { type: _, ...wanted } = event;
  const { asked = wanted } = state.outcome;
  return { ...state, outcome: { ...state.outcome, asked: { ...asked, signal: wanted.signal } } };
};
const regained = (state: Of<"ended">): ProcessState => {
  if (!isFindable(state)) return state;
  const { asked } = state.outcome;
  return asked === undefined ? { phase: "running" } : { phase: "stopping", ...asked };
};
const failed = (_: unknown, event: EventOf<"startFailed">): ProcessState =>
  ended({ kind: "failed_start", message: event.message }, event);

const TABLE: Table = {
  starting: {
    started: () => ({ phase: "running" }),
    startFailed: failed,
    stopRequested: keep, // A kill waits until the start is over.
    stopFailed: keep,
    endingSeen: exited, // A command can end before its start was recorded.
    contactLost: lost,
    contactRegained: keep,
  },
  running: {
    started: keep,
    startFailed: failed, // The shim ran, the command could not (its receipt says so).
    stopRequested: (_, { type: _type, ...asked }) => ({ phase: "stopping", ...asked }),
    stopFailed: keep,
    endingSeen: exited,
    contactLost: lost,
    contactRegained: keep,
  },
  stopping: {
    started: keep,
    startFailed: failed,
    stopRequested: (state, event) =>
      // An escalation; the first cause stays.
      event.signal === state.signal ? state : { ...state, signal: event.signal },
    stopFailed: () => ({ phase: "running" }),
    endingSeen: killed,
    // Unproved is not killed; the shim of an adopted one has seen the end, though not how.
    contactLost: (state, event) =>
      event.why === "adopter_gone" ? killed(state, { ...event, ending: null }) : lostWhileStopping(state, event),
    contactRegained: keep,
  },
  ended: {
    started: keep,
    startFailed: keep,
    stopRequested: stopLater,
    stopFailed: keep,
    endingSeen: keep,
    contactLost: keep,
    contactRegained: regained,
  },
};

/** An ending that was told because an environment was lost: the one kind that can turn out not to be true. */
type Findable = Of<"ended"> & { readonly outcome: Lost };

/** Whether it counts as ended only because its environment was lost. */
export function isFindable(state: ProcessState): state is Findable {
  return (
    state.phase === "ended" &&
    state.outcome.kind === "lost" &&
    (state.outcome.why === "environment_unreachable" || state.outcome.why === "environment_gone")
  );
}

/** Returns the state after `event`. Pure: the same inputs give the same answer. */
export function transition(state: ProcessState, event: ProcessEvent): ProcessState {
  const cell = TABLE[state.phase][event.type] as (state: ProcessState, event: ProcessEvent) => ProcessState;
  return cell(state, event);
}
