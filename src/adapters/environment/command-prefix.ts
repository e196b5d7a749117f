import { PRESETS, type Preset } from "../../core/environment-presets.ts";
import type { ExecSpec } from "../../core/environment-spec.ts";
import { BellhopError, messageOf, systemCode } from "../../core/errors.ts";
import { type Ability, type Environment, EnvironmentError } from "../../ports/environment.ts";
import { callEnvironment, type CallRequest, type CallResult } from "./call-environment.ts";
import { callWords, endWords } from "./call-script.ts";
import { type ClientResult, runClient } from "./client-run.ts";
import { concluded } from "./conclude.ts";
import { troubled } from "./trouble.ts";

type Variables = Readonly<Record<string, string | undefined>>;

const ABILITIES: ReadonlySet<Ability> = new Set(["bytes", "stdin", "reconnect"]);

/** A place that a program of this host leads into: `kubectl exec`, `chroot`, … Each call is a run of that program. */
export function commandPrefixEnvironment(spec: ExecSpec, env: Variables = process.env): Environment {
  const place = { spec, preset: PRESETS[spec.preset], env: variablesFor(PRESETS[spec.preset], env) };
  return callEnvironment({
    name: spec.name,
    abilities: ABILITIES,
    run: (request) => run(place, request),
    async end(mark, signal) {
      await client(place, { words: endWords(mark, place.preset.runs === "client"), stdin: undefined, signal, mark });
    },
    close: () => Promise.resolve(),
  });
}

interface PrefixPlace {
  readonly spec: ExecSpec;
  readonly preset: Preset;
  readonly env: Readonly<Record<string, string>>;
}

async function run(place: PrefixPlace, request: CallRequest): Promise<CallResult> {
  const { mark, stdin, signal } = request;
  const result = await client(place, { words: callWords(mark, request), stdin, signal, mark });
  const code = result.exitCode === null ? "was killed" : `exited with ${result.exitCode}`;
  return concluded({
    ...result,
    name: place.spec.name,
    mark,
    outputs: result,
    trouble: (said) => troubled(place.spec.name, said.trim() === "" ? `${place.preset.program} ${code}` : said),
  });
}

interface ClientCall {
  readonly words: readonly string[];
  readonly stdin: Uint8Array | undefined;
  readonly signal: AbortSignal;
  readonly mark: string;
}

async function client({ spec, preset, env }: PrefixPlace, call: ClientCall): Promise<ClientResult> {
  const before = preset.before({ ...spec, hasStdin: call.stdin !== undefined });
  const { stdin, signal, mark } = call;
  try {
    return await runClient({
      program: preset.program,
      words: [...before, ...call.words],
      env,
      stdin,
      signal,
      hasEnded: (errorOutput) => errorOutput.includes(`\n${mark}:ended:`),
    });
  } catch (error) {
    throw notStarted(spec, preset, error);
  }
}

function notStarted(spec: ExecSpec, { program }: Preset, error: unknown): Error {
  const code = systemCode(error);
  if (code === "E2BIG")
    return new BellhopError(
      "invalid_argument",
      `A command for ${spec.name} is longer than this system passes to a program. Shorten it, or write it into a file there.`,
      { cause: error },
    );
  const why = code === "ENOENT" ? "is not on PATH" : `cannot be run (${messageOf(error)})`;
  return new EnvironmentError(
    "unusable",
    `${program}, which leads into ${spec.name}, ${why}. Install it here, or correct PATH.`,
    { cause: error },
  );
}

/** Kept for a program that becomes the command: nothing that is secret, or names a directory that may not be there. */
const HARMLESS = ["HOME", "USER", "LOGNAME", "TZ", "TERM"];
const STANDARD_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** Where programs are looked for: also in the system's directories, which are not on the PATH of every user. */
export function searchPath(env: Variables): string {
  return env["PATH"] === undefined ? STANDARD_PATH : `${env["PATH"]}:${STANDARD_PATH}`;
}

function variablesFor({ runs }: Preset, env: Variables): Readonly<Record<string, string>> {
  const kept = Object.entries(env).filter(([name]) => runs === "client" || HARMLESS.includes(name));
  const variables = Object.fromEntries(kept.filter((pair): pair is [string, string] => pair[1] !== undefined));
  // Messages are read: they must be English.
  const language = runs === "client" ? { LC_ALL: "C" } : { LANG: env["LANG"] ?? "C.UTF-8", LC_MESSAGES: "C" };
  return { ...variables, PATH: searchPath(env), ...language };
}
