/** Where a process runs. */
export interface PlaceFields {
  /** The environment that it runs in. Absent when that is this host. `pid` and other pids are those in there. */
  readonly environment?: string;
}

/** The same, and how it is with the environment. */
export interface ContactFields extends PlaceFields {
  /** Said while its environment does not answer, or has it paused, and of one that was lost with it. Absent when all is well. */
  readonly environmentNote?: string;
}
