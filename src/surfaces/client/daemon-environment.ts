type Environment = Readonly<Record<string, string | undefined>>;

/** What a daemon needs for itself. Its jobs get the environment of their caller, which comes with each start. */
const NEEDED =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|TZ|TMPDIR|LD_LIBRARY_PATH|DBUS_SESSION_BUS_ADDRESS|LC_.*|XDG_.*|TERMINAL_.*|BELLHOP_.*)$/;

/** Of the one who starts the daemon: the mark of the job that it may be a part of, and its conversation. */
const FOREIGN: ReadonlySet<string> = new Set(["BELLHOP_PROC_ID", "BELLHOP_SESSION_ID"]);

/**
 * The environment of a daemon that somebody with `env` starts. The rest stays out: secrets that it has no use for,
 * `NODE_OPTIONS` that were meant for another program, and the mark by which a kill finds the tree of a job.
 */
export function daemonEnvironment(env: Environment): Record<string, string> {
  const needed = Object.entries(env).filter(([name]) => NEEDED.test(name) && !FOREIGN.has(name));
  return Object.fromEntries(needed.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
