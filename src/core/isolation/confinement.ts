/** Where a process is kept apart from us. Part of its record: whoever recovers it must find it again. */
export interface Confinement {
  /**
   * - `systemd`: a scope of the user's manager, with the shim in it.
   * - `cgroup`: a cgroup of our own, with the command in it and the shim outside.
   * - `none`: no more than limits on each process by itself.
   */
  readonly kind: "systemd" | "cgroup" | "none";
  /** The scope (`NAME.scope`). */
  readonly unit: string | null;
  /** The directory of the cgroup. That of a scope is known only when its shim runs (`Isolation.locate`). */
  readonly cgroup: string | null;
  /** It should have been ended with all that is in it, and could not be. The next recovery tries again. */
  readonly isStopDue?: true;
}
