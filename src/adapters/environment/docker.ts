import type { DockerSpec } from "../../core/environment-spec.ts";
import { type Ability, type Environment, EnvironmentError } from "../../ports/environment.ts";
import { callEnvironment, type CallRequest, type CallResult } from "./call-environment.ts";
import { MARKED } from "./call-script.ts";
import type { DockerGround } from "./docker-engine.ts";
import { beganExec } from "./docker-exec.ts";
import { type DockerPlace, dockerPlace } from "./docker-place.ts";
import { notBegun, troubleInDocker } from "./docker-trouble.ts";
import { outputsInOrder } from "./ssh-outputs.ts";
import { type StreamedWay, streamedCall, streamedEnd } from "./streamed-call.ts";

const ABILITIES: ReadonlySet<Ability> = new Set(["bytes", "stdin", "reconnect"]);

/**
 * A container of Docker or Podman: one that exists, or one of an image, which the first call makes or finds again. The engine
 * is asked through its API, each call is an exec of its own. Closing leaves the container alone, unless its name says
 * `?remove=idle` and nothing runs in it.
 */
export function dockerEnvironment(spec: DockerSpec, ground: DockerGround = {}): Environment {
  const context: Context = { spec, place: dockerPlace(spec, ground), begun: new Map() };
  return callEnvironment({
    name: spec.name,
    abilities: ABILITIES,
    run: (request) => run(context, request),
    async end(mark, signal) {
      const begun = context.begun.get(mark);
      context.begun.delete(mark);
      // What was never asked for leaves nothing there, and what is about to begin cannot be found yet.
      if (begun === undefined) return;
      const isOver = aborted(signal);
      await Promise.race([begun, isOver]);
      await Promise.race([streamedEnd(endWay(context), mark, signal), isOver]);
    },
    close: () => context.place.close(),
  });
}

interface Context {
  readonly spec: DockerSpec;
  readonly place: DockerPlace;
  /** Marks of the calls that may run there, each with what resolves when it has begun, or never will. */
  readonly begun: Map<string, Promise<void>>;
}

async function run(context: Context, request: CallRequest): Promise<CallResult> {
  const { place, begun } = context;
  const { mark } = request;
  try {
    const result = await streamedCall(callWay(context, request), request);
    if (result.exitCode !== null) begun.delete(mark);
    else if (!begun.has(mark)) place.refuseWhileFetching();
    return result;
  } catch (error) {
    begun.delete(mark);
    throw plainest(error);
  }
}

/** Why a command was cut off says more than that it was. */
function plainest(error: unknown): unknown {
  const cause = error instanceof EnvironmentError ? error.cause : null;
  return cause instanceof EnvironmentError && cause.trouble !== "unreachable" ? cause : error;
}

function callWay({ spec, place, begun }: Context, { mark, signal }: CallRequest): StreamedWay {
  let noise = (): string => "";
  return {
    name: spec.name,
    async begin(words, stdin, outputs) {
      const ordered = outputsInOrder({ mark, outputs, signal });
      noise = ordered.noise;
      const container = await place.container();
      signal.throwIfAborted();
      const taking = { ...ordered, ended: outputs.ended };
      const { user } = spec;
      const exec = beganExec(container, { words: [...words, MARKED], stdin, user, mark, taking, judge: place });
      begun.set(mark, exec.begun);
      return exec.running;
    },
    trouble: (error, said) => (error === null ? notBegun(spec, `${said}\n${noise()}`) : troubleInDocker(spec, error)),
  };
}

function endWay({ spec, place }: Context): StreamedWay {
  return {
    name: spec.name,
    async begin(words, stdin, outputs) {
      const taking = { ...outputs, end: () => {} };
      const { user } = spec;
      return beganExec(await place.container(), { words, stdin, user, mark: null, taking, judge: place }).running;
    },
    trouble: (error) => troubleInDocker(spec, error),
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
