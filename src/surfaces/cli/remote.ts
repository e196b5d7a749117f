import { toCamelCase } from "../../base/case.ts";
import { isObject } from "../../base/json.ts";
import { BellhopError } from "../../core/errors.ts";
import type { ListEntry, ProcessView } from "../../core/results.ts";
import type { Context, Invocation, Remote } from "./context.ts";
import { jsonLine } from "./text/sanitize.ts";

/** The answer of an operation: as it came (for `--json`), and in the words of the library. */
export interface Answer<T> {
  readonly wire: unknown;
  readonly value: T;
}

/** Connects (and starts a daemon when none runs), runs `body`, and lets go whatever happens. */
export async function withRemote(
  context: Context,
  invocation: Invocation,
  body: (remote: Remote) => Promise<number>,
): Promise<number> {
  const remote = await context.connect(homeOf(invocation));
  try {
    return await body(remote);
  } catch (error) {
    if (invocation.json && error instanceof NotFoundAnswer) await context.terminal.out(jsonLine(error.wire));
    throw error;
  } finally {
    await remote.close();
  }
}

export function homeOf(invocation: Invocation): { readonly home?: string } {
  return invocation.home === undefined ? {} : { home: invocation.home };
}

/** Calls an operation. Fields that are undefined are left out of the input. */
export async function ask<T>(remote: Remote, operation: string, input: object): Promise<Answer<T>> {
  return answerOf(await remote.call(operation, input));
}

export function answerOf<T>(wire: unknown): Answer<T> {
  return { wire, value: toCamelCase(wire) as T };
}

/** The input of an operation on one process. */
export interface ForOne {
  readonly session_id: string;
  readonly [field: string]: unknown;
}

/** The same for an operation on one process. An answer `not_found` is thrown, since no command can go on without its process. */
export async function askExisting<T>(remote: Remote, operation: string, input: ForOne): Promise<Answer<T>> {
  const answer = await ask<T>(remote, operation, input);
  throwNotFound(answer);
  return answer;
}

/** Everything known about one process. Throws `not_found`. */
export async function show(remote: Remote, id: string): Promise<ProcessView> {
  return (await askExisting<ProcessView>(remote, "show", { session_id: id })).value;
}

/** An answer `not_found`, on its way to the exit code. With `--json` it is printed like any other answer. */
class NotFoundAnswer extends BellhopError {
  readonly wire: unknown;

  constructor(wire: unknown, sentence: string) {
    super("not_found", sentence);
    this.wire = wire;
  }
}

function throwNotFound({ wire }: Answer<unknown>): void {
  if (!isObject(wire) || wire["status"] !== "not_found") return;
  throw new NotFoundAnswer(wire, typeof wire["error"] === "string" ? wire["error"] : "There is no such process.");
}

/**
 * What `list` answers for `--owner` and `--session`. The operation lists those of either; the value holds those of both,
 * since a person who narrows a list twice wants less of it, and a kill must not reach further than what was typed.
 */
export async function listProcesses(remote: Remote, { options }: Invocation): Promise<Answer<readonly ListEntry[]>> {
  const owner = options.text("owner");
  const session = options.text("session");
  const answer = await ask<{ readonly processes: readonly ListEntry[] }>(remote, "list", {
    task_id: owner,
    session_key: session,
  });
  const value = answer.value.processes.filter(
    (entry) =>
      (owner === undefined || entry.ownerTaskId === owner) && (session === undefined || entry.sessionKey === session),
  );
  return { wire: answer.wire, value };
}
