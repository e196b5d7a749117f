/** `taken`: somebody else has the port, and keeps it. */
export type Finding = "ready" | "waiting" | "taken";

/** How it is found out whether one process is ready. */
export interface ReadyLook {
  readonly now: () => Promise<Finding>;
  /** The same for the last time, when the process has ended. */
  readonly last: () => boolean;
  /** What stood in the way at the last look, as a sentence; empty when nothing did. */
  readonly obstacle: () => string;
}
