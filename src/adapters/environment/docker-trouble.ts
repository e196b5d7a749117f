import type { Container } from "dockerode";

import { isObject } from "../../base/json.ts";
import type { DockerSpec } from "../../core/environment-spec.ts";
import { messageOf, systemCode } from "../../core/errors.ts";
import { EnvironmentError, type EnvironmentTrouble } from "../../ports/environment.ts";
import { shortened, troubled } from "./trouble.ts";

const CALLED = { docker: "Docker", podman: "Podman" } as const;

/** What an error of the engine's API means, or one on the way to it. */
export function troubleInDocker(spec: DockerSpec, error: unknown): EnvironmentError {
  if (error instanceof EnvironmentError) return error;
  const code = systemCode(error) ?? "";
  const status = statusOf(error);
  if (/^E(?:ACCES|PERM)$/.test(code)) return notAllowed(spec, error);
  if (status === null && code !== "") return notThere(spec, error);
  return told(spec, { said: saidBy(error), trouble: TROUBLES[status ?? 0] ?? null, cause: error });
}

const TROUBLES: Readonly<Record<number, EnvironmentTrouble>> = { 401: "refused", 403: "refused", 404: "gone" };

/** The engine has begun nothing: there is no `sh` in the container, or no such user. */
export function notBegun(spec: DockerSpec, said: string): EnvironmentError {
  const text = said.trim() === "" ? "the engine has run nothing, and said nothing" : said;
  const isRefused = /executable file not found|no such file|permission denied|find user|matching entries/i.test(text);
  return told(spec, { said: text, trouble: isRefused ? "refused" : null });
}

/** Why no command can run in a container now; null: it can. */
export async function stateTrouble(spec: DockerSpec, container: Container): Promise<EnvironmentError | null> {
  try {
    const { State: state } = await container.inspect();
    if (state.Paused) return told(spec, { trouble: "paused", said: "the container is paused" });
    if (state.Running) return null;
    const how = state.OOMKilled ? "ran out of memory" : `has ended with code ${state.ExitCode}`;
    return told(spec, { trouble: "stopped", said: `the container is not running: it ${how}` });
  } catch (error) {
    return troubleInDocker(spec, error);
  }
}

/** The HTTP status of an answer of the engine; null when it is no answer of it. */
export function statusOf(error: unknown): number | null {
  return error instanceof Error && "statusCode" in error && typeof error.statusCode === "number"
    ? error.statusCode
    : null;
}

/** What the engine says, without what its client puts around it. */
export function saidBy(error: unknown): string {
  const body = error instanceof Error && "json" in error ? error.json : null;
  return isObject(body) && typeof body["message"] === "string" ? body["message"] : messageOf(error);
}

/** Only for containers that we make: for others the usual words fit. */
const NEXT: Readonly<Partial<Record<EnvironmentTrouble, string>>> = {
  gone: "Whatever ran there is gone with it. The next command makes a new one",
  stopped: "The next command starts it again",
};
const IF_REFUSED = "Its image must have `sh`, and the user must be known there";

interface Facts {
  readonly said: string;
  /** Null: what was said tells it. */
  readonly trouble: EnvironmentTrouble | null;
  readonly cause?: unknown;
}

function told(spec: DockerSpec, { said, ...facts }: Facts): EnvironmentError {
  const error = troubled(spec.name, said, { ...facts, ifRefused: IF_REFUSED });
  const { trouble, cause } = error;
  const next = spec.kind === "image" ? NEXT[trouble] : undefined;
  if (next === undefined) return error;
  return new EnvironmentError(trouble, `${spec.name} could not run a command: ${shortened(said)}. ${next}.`, { cause });
}

function notThere({ name, engine }: DockerSpec, error: unknown): EnvironmentError {
  return new EnvironmentError(
    "unreachable",
    `${CALLED[engine]} does not answer for ${name} (${messageOf(error)}). Start it, or say where it listens (?host=unix:///PATH). It is tried again when it is asked again.`,
    { cause: error },
  );
}

function notAllowed({ name, engine }: DockerSpec, error: unknown): EnvironmentError {
  return new EnvironmentError(
    "refused",
    `${CALLED[engine]} may not be asked for ${name} (${messageOf(error)}). Let the user that Bellhop runs as use its socket: the group \`docker\`, or a rootless engine.`,
    { cause: error },
  );
}
