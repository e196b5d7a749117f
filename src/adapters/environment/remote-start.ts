import { BellhopError, messageOf } from "../../core/errors.ts";
import { ENVIRONMENT_PACE_MS, ENVIRONMENT_RETRY_MS, START_DEADLINE_MS } from "../../core/limits.ts";
import { logLayout } from "../../core/log-layout.ts";
import type { ProcessSpec } from "../../core/record.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Place } from "../../ports/elsewhere.ts";
import { EnvironmentError } from "../../ports/environment.ts";
import type { AgentLine } from "./agent-answer.ts";
import { pause } from "../../base/pause.ts";
import type { Hello, RemoteAgent } from "./remote-agent.ts";
import { startNotes, startText } from "./start-text.ts";

export interface StartGround {
  readonly agent: RemoteAgent;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called when nobody knows whether it was started there. */
  readonly inDoubt: () => void;
}

export interface StartedThere {
  readonly pid: number | null;
  readonly notes: readonly string[];
}

/**
 * Starts a process there, once: whoever asks again because the answer was lost finds the claim of the first call. Rejects with a
 * `BellhopError`; `inDoubt` was called then when something may have been started that nobody heard of.
 */
export async function startThere(ground: StartGround, place: Place, spec: ProcessSpec): Promise<StartedThere> {
  let isAsked = false;
  try {
    const hello = await ground.agent.hello(ground.signal);
    const text = Buffer.from(startText(hello, place.id, spec));
    const deadlineMs = ground.clock.now() + START_DEADLINE_MS;
    for (let pauseMs = ENVIRONMENT_RETRY_MS; ; pauseMs *= 2) {
      const answer = await attempt(ground, { place, spec, hello, text, asking: () => (isAsked = true) }, deadlineMs);
      if (answer !== null) return startedBy(answer, startNotes(hello, spec));
      await pause(ground.clock, pauseMs, ground.signal);
    }
  } catch (error) {
    if (isAsked && !isRefused(error)) ground.inDoubt();
    if (error instanceof BellhopError) throw error;
    throw new BellhopError("start_failed", `The command could not be started: ${messageOf(error)}`, { cause: error });
  }
}

interface Attempt {
  readonly place: Place;
  readonly spec: ProcessSpec;
  readonly hello: Hello;
  readonly text: Uint8Array;
  readonly asking: () => void;
}

/** Null: there was no answer, or not yet one; it is asked again. */
async function attempt(
  { agent, clock, signal }: StartGround,
  { place, spec, hello, text, asking }: Attempt,
  deadlineMs: number,
): Promise<readonly AgentLine[] | null> {
  try {
    const layout = logLayout(spec.logMaxBytes);
    const sizes = [layout.blockBytes, layout.segmentBytes, layout.segments].map(String);
    const words = (file: string): readonly string[] => {
      asking();
      return [place.id, spec.cwd, file, hello.session, ...sizes];
    };
    const lines = await agent.send({ verb: "start", bytes: text, words }, signal);
    if (lines.some((line) => line.words[0] === "started" || line.words[0] === "failed")) return lines;
    throw new EnvironmentError("unreachable", `${place.environment} has not started it yet.`);
  } catch (error) {
    const isPassing = error instanceof EnvironmentError && error.trouble === "unreachable";
    if (!isPassing || signal.aborted || clock.now() + ENVIRONMENT_PACE_MS > deadlineMs) throw error;
    return null;
  }
}

class Refused extends BellhopError {}

/** The other side has said itself that nothing runs. */
function isRefused(error: unknown): boolean {
  return error instanceof Refused;
}

function startedBy(lines: readonly AgentLine[], notes: readonly string[]): StartedThere {
  const failure = lines.find((line) => line.words[0] === "failed");
  if (failure !== undefined) {
    const said = failure.data.toString("utf8").trim() || "The shim gave no reason.";
    throw new Refused("start_failed", `The command could not be started: ${said} Nothing is left running there.`);
  }
  const pid = Number(lines.find((line) => line.words[0] === "started")?.words[1]);
  return { pid: pid > 0 ? pid : null, notes };
}
