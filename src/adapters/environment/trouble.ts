import { CALL_MESSAGE_MAX_CHARS } from "../../core/limits.ts";
import { EnvironmentError, type EnvironmentTrouble } from "../../ports/environment.ts";

/**
 * What the programs and services say, and what it means; the first that fits counts. Texts of kubectl 1.32, Docker 20 to 28,
 * Podman 4 and 5, Apptainer 1.3, util-linux 2.38, coreutils 9, bubblewrap 0.8, WSL 2.
 */
const SAYINGS: readonly (readonly [RegExp, EnvironmentTrouble])[] = [
  [/is paused|paused container/i, "paused"],
  [
    /is not running|not in running state|container state improper|running containers|current phase is (?:Succeeded|Failed)|completed pod|container not found \(/i,
    "stopped",
  ],
  // No shell there, or none that may be run.
  [/exec(?:vp?)?:? "?sh"?\b|failed to (?:run command|execute) .?sh\b/i, "refused"],
  [
    /no such container|no container with name or id|\(NotFound\)|no instance found|no distribution with the supplied name|cannot open \/proc\/\d+\/ns\S*: No such file|cannot (?:change|chroot)[^\n]*: No such file|can't find source path[^\n]*: No such file|could not open image[^\n]*(?:no such file|failed to retrieve path)|\b404\b/i,
    "gone",
  ],
  [
    /permission denied|operation not permitted|forbidden|unauthorized|unauthenticated|access is denied|must be logged in|provide credentials|\b40[13]\b/i,
    "refused",
  ],
];

/** The class of a trouble by what was said about it. Not known: perhaps it goes better later. */
function troubleOf(said: string): EnvironmentTrouble {
  return SAYINGS.find(([saying]) => saying.test(said))?.[1] ?? "unreachable";
}

const NEXT: Readonly<Record<EnvironmentTrouble, string>> = {
  unreachable: "It is tried again when it is asked again",
  gone: "Whatever ran there is gone with it; start it in a new one",
  stopped: "Start it again to go on",
  paused: "Unpause it to go on",
  refused: "Correct its permissions, or the name",
  unusable: "Install what is missing",
};

export interface TroubleFacts {
  readonly cause?: unknown;
  /** Where more than the words tells it. Default: {@link troubleOf} these words. */
  readonly trouble?: EnvironmentTrouble | null;
  /** What to do where the place refuses. */
  readonly ifRefused?: string;
}

/** The error for a place that could not run a command: its name, what was said, what to do. */
export function troubled(name: string, said: string, facts: TroubleFacts = {}): EnvironmentError {
  const trouble = facts.trouble ?? troubleOf(said);
  const shown = shortened(said);
  const next = trouble === "refused" ? (facts.ifRefused ?? NEXT.refused) : NEXT[trouble];
  const message = `${name} could not run a command${shown === "" ? "" : `: ${shown}`}. ${next}.`;
  return new EnvironmentError(trouble, message, facts.cause === undefined ? {} : { cause: facts.cause });
}

/** One line of it, without its final point. */
export function shortened(said: string): string {
  const line = said
    .split("\n")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join("; ")
    .replace(/\.$/, "");
  return line.length > CALL_MESSAGE_MAX_CHARS ? `${line.slice(0, CALL_MESSAGE_MAX_CHARS)}…` : line;
}
