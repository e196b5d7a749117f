import { readScript } from "./read.ts";
import type { SimpleCommand } from "./read.ts";
import { baseName } from "./unwrapped.ts";

export interface BackgroundStart {
  readonly command: string;
  /** Its end will be told. */
  readonly notifies: boolean;
  /** Lines of its output will be told. */
  readonly watches: boolean;
}

/** What a model should know about what it has just started in the background; empty when there is nothing (behaviour 10.4). */
export function startHint({ command, notifies, watches }: BackgroundStart): string {
  const hints = [notifies || watches ? "" : SILENT_JOB, isHomeMadePoller(command) ? POLLER : ""];
  return hints.filter((hint) => hint !== "").join("\n\n");
}

const SILENT_JOB =
  "Nothing will tell you when this process ends: it was started without notify. For a task that ends (a build, tests, a deployment) start it with notify=true; for one that runs on (a server) poll it, wait for it, or name the lines to be told of.";

const POLLER =
  "This looks like a home-made loop over the checks of a pull request. Such loops miss states (skipped, cancelled, not begun) and run for ever. Use `gh pr checks NUMBER --watch --fail-fast` with notify=true: its exit code is 0 when all checks have passed, and 1 when one has failed.";

/** `gh` asked for check states, which are then picked apart with jq. Forms that go by the exit code, or use awk, are fine. */
function isHomeMadePoller(command: string): boolean {
  const { commands } = readScript(command);
  const asking = commands.filter((one) => isProgram(one, "gh"));
  const picking = commands.filter((one) => isProgram(one, "jq"));
  if ([...asking, ...picking].some(({ words }) => words.some((word) => word?.includes("statusCheckRollup"))))
    return true;
  const checks = asking.filter(looksAtPullRequest);
  return checks.length > 0 && (picking.length > 0 || checks.some(({ words }) => words.some(isJqOption)));
}

function looksAtPullRequest({ words }: SimpleCommand): boolean {
  const verb = words[words.indexOf("pr") + 1];
  return words.includes("pr") && (verb === "view" || verb === "checks");
}

function isJqOption(word: string | null): boolean {
  return word === "-q" || word === "--jq" || word?.startsWith("--jq=") === true;
}

/** Why a command gets no terminal though one was asked for; empty when it gets one. */
export function terminalRefusal(command: string): string {
  const readsToken = readScript(command).commands.some(
    (one) => isProgram(one, "gh") && isInOrder(one.words, ["auth", "login"]) && one.words.includes("--with-token"),
  );
  return readsToken
    ? "No terminal was made: `gh auth login --with-token` reads the token up to the end of its input, which a terminal does not have. It runs with a pipe instead."
    : "";
}

function isInOrder(words: SimpleCommand["words"], [first, second]: readonly [string, string]): boolean {
  const start = words.indexOf(first);
  return start !== -1 && words.includes(second, start + 1);
}

function isProgram({ words }: SimpleCommand, name: string): boolean {
  return baseName(words[0] ?? "") === name;
}
