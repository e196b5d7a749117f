const TERM = "xterm-256color";
/** Names of terminals that can do nothing; a program in ours would be plain without need. */
const USELESS: ReadonlySet<string> = new Set(["", "dumb", "unknown"]);
const PAGERS = ["GIT_PAGER", "PAGER"] as const;
/** They tell the size of the caller's terminal, and win over what the kernel says of ours. */
const SIZES = ["COLUMNS", "LINES"] as const;

/**
 * The environment of a job in a terminal. `asked` is what the caller set for this job: that stays as it is. A pager would
 * wait for keys that nobody presses, so it is `cat` unless one is set (original).
 */
export function terminalEnvironment(
  env: Readonly<Record<string, string>>,
  asked: Readonly<Record<string, string>>,
): Record<string, string> {
  const result = { ...env };
  for (const name of SIZES) if (!(name in asked)) delete result[name];
  for (const name of PAGERS) result[name] ??= "cat";
  if (!("TERM" in asked) && USELESS.has(result["TERM"] ?? "")) result["TERM"] = TERM;
  return result;
}
