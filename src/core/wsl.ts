/** What whoever starts, lists or kills such a command must know (original #120546). */
export const WSL_NOTE: string =
  "It was started through wsl: its pid here is that of the launcher, which may end long before what it has started in Linux. " +
  "Look for that from Windows with `wsl -e ps` or `wsl --list --running`; a kill here does not reach it.";

/** `wsl` and `wsl.exe`, by any path and in any case. */
const LAUNCHER = /^(?:.*[\\/])?wsl(?:\.exe)?$/i;
/** The first word: in quotes, or up to a space that no backslash escapes. */
const FIRST_WORD = /^\s*(?:"([^"]*)"|'([^']*)'|((?:\\\s|\S)+))/;

/**
 * Whether a command line begins with the launcher of the Windows Subsystem for Linux. What it starts are processes of a
 * virtual machine: no pid of the host is theirs.
 */
export function isWslLauncher(command: string): boolean {
  const [, inDouble, inSingle, bare = ""] = FIRST_WORD.exec(command) ?? [];
  return LAUNCHER.test(inDouble ?? inSingle ?? bare.replace(/^["']|["']$/g, ""));
}
