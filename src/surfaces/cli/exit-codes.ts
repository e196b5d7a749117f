/** Exit codes of our own. `wait`, `run --wait` and `run --follow` exit with the code of the process instead. */
export const EXIT = {
  ok: 0,
  /** Something else went wrong; the sentence on stderr says what. */
  failure: 1,
  usage: 2,
  /** No such process. `daemon status`: no daemon runs (as in the Linux Standard Base). */
  notFound: 3,
  /** The daemon cannot be reached. */
  unreachable: 4,
  /** Time is up (as timeout(1)). */
  timeout: 124,
  /** Ended by Ctrl-C: 128 + SIGINT. */
  interrupted: 130,
} as const;
