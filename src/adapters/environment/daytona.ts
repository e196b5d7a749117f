import type { Daytona, Sandbox } from "@daytonaio/sdk";

import type { SandboxSpec } from "../../core/environment-spec.ts";
import { messageOf } from "../../core/errors.ts";
import { CALL_KILL_DEADLINE_MS } from "../../core/limits.ts";
import { type Ability, type Environment, EnvironmentError, type EnvironmentTrouble } from "../../ports/environment.ts";
import { callEnvironment, type CallRequest, type CallResult } from "./call-environment.ts";
import { callWords, endWords } from "./call-script.ts";
import { concluded } from "./conclude.ts";
import { type Kept, kept } from "./kept.ts";
import { loaded } from "./packages.ts";
import { shellQuote } from "../../base/shell-quote.ts";
import { troubled } from "./trouble.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** A command is one request and one answer, which is text; it has no input. */
const ABILITIES: ReadonlySet<Ability> = new Set(["reconnect"]);

const DEFAULT_API = "https://app.daytona.io/api";

interface Connection {
  readonly daytona: Daytona;
  readonly sandbox: Sandbox;
}

interface Way {
  readonly name: string;
  readonly connection: Kept<Connection>;
}

/** A sandbox of Daytona that exists. Key and address come from its own variables (`DAYTONA_API_KEY`, `DAYTONA_API_URL`, …). */
export function daytonaEnvironment(spec: SandboxSpec, env: Variables = process.env): Environment {
  const way = { name: spec.name, connection: kept(() => connected(spec, env)) };
  return callEnvironment({
    name: spec.name,
    abilities: ABILITIES,
    run: (request) => run(way, request),
    // A call that is stopped has done so already: its output comes only when its command has ended.
    end: () => Promise.resolve(),
    close: () => Promise.resolve(way.connection.drop()),
  });
}

async function connected({ sandbox, name }: SandboxSpec, env: Variables): Promise<Connection> {
  const { Daytona } = await loaded("daytona", () => import("@daytonaio/sdk"));
  const keys = {
    ...variable("apiKey", env["DAYTONA_API_KEY"]),
    ...variable("jwtToken", env["DAYTONA_JWT_TOKEN"]),
    ...variable("organizationId", env["DAYTONA_ORGANIZATION_ID"]),
    ...variable("target", env["DAYTONA_TARGET"]),
  };
  // Its SDK would look for them in the files `.env` of whatever directory we are in.
  if (!("apiKey" in keys) && !("jwtToken" in keys)) throw troubled(name, "there is no key", NO_KEY);
  const apiUrl = env["DAYTONA_API_URL"] || DEFAULT_API;
  // Polling: no connection is kept open for events that nobody asks for.
  // oxlint-disable-next-line typescript/no-deprecated -- Until it can be told in another way that no events are wanted.
  const daytona = new Daytona({ ...keys, apiUrl, useDeprecatedPolling: true });
  return { daytona, sandbox: await daytona.get(sandbox) };
}

const NO_KEY = { trouble: "refused", ifRefused: "Set DAYTONA_API_KEY where Bellhop runs" } as const;

function variable<Name extends string>(name: Name, value: string | undefined): Partial<Record<Name, string>> {
  return (value ?? "") === "" ? {} : ({ [name]: value } as Record<Name, string>);
}

async function run(way: Way, request: CallRequest): Promise<CallResult> {
  const { mark, signal } = request;
  const answer = asked(way, lineOf(callWords(mark, request)));
  answer.catch(() => {});
  let wasStopped = false;
  const stopped = new Promise<null>((resolve) => {
    const stop = (): void => {
      wasStopped = true;
      resolve(null);
    };
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
  });
  const answered = (await Promise.race([answer, stopped])) ?? (await afterEnd(way, mark, answer));
  const { output, exitCode } = answered;
  const bytes = Buffer.from(output);
  // Marks and output come in one text.
  const facts = {
    name: way.name,
    mark,
    wasStopped,
    exitCode,
    outputs: { stdout: bytes, droppedLine: "", stderr: output },
  };
  const result = concluded({ ...facts, trouble: (said) => troubled(way.name, said) });
  return { ...result, stdout: Buffer.from(result.stderr), stderr: "" };
}

interface Answer {
  readonly output: string;
  readonly exitCode: number;
}

/** What it had printed comes when it is ended: its output is one answer. */
async function afterEnd(way: Way, mark: string, answer: Promise<Answer>): Promise<Answer> {
  const nothing: Answer = { output: "", exitCode: 0 };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Answer>((resolve) => {
    timer = setTimeout(() => resolve(nothing), CALL_KILL_DEADLINE_MS);
  });
  const ended = asked(way, lineOf(endWords(mark))).then(() => answer);
  const first = await Promise.race([ended.catch(() => nothing), late]);
  clearTimeout(timer);
  return first;
}

async function asked({ name, connection }: Way, line: string): Promise<Answer> {
  try {
    const { sandbox } = await connection.get();
    // 0: without a limit of its own.
    const { result, exitCode } = await sandbox.process.executeCommand(line, undefined, undefined, 0);
    return { output: result, exitCode };
  } catch (error) {
    const trouble = await troubleThere(connection, error);
    connection.drop();
    throw error instanceof EnvironmentError
      ? error
      : troubled(name, messageOf(error), { ...NO_KEY, cause: error, trouble });
  }
}

/** States in which nothing runs, or nothing will again. */
const STATES: Readonly<Record<string, EnvironmentTrouble>> = {
  stopped: "stopped",
  stopping: "stopped",
  archived: "stopped",
  archiving: "stopped",
  paused: "paused",
  pausing: "paused",
  destroyed: "gone",
  destroying: "gone",
};

/** The service knows more about a sandbox than an answer that failed. Null: its words have to tell. */
async function troubleThere(connection: Kept<Connection>, error: unknown): Promise<EnvironmentTrouble | null> {
  const first = ofKind(error);
  if (first !== null) return first;
  try {
    const { daytona, sandbox } = await connection.get();
    return STATES[(await daytona.get(sandbox.id)).state ?? ""] ?? null;
  } catch (second) {
    return ofKind(second);
  }
}

function ofKind(error: unknown): EnvironmentTrouble | null {
  const status = error instanceof Error && "statusCode" in error ? error.statusCode : undefined;
  if (status === 401 || status === 403) return "refused";
  if (status === 404 && error instanceof Error && /sandbox/i.test(error.message)) return "gone";
  return error instanceof Error && error.name.includes("Authentication") ? "refused" : null;
}

/**
 * The line that runs these words there. It has no quote within a quote, since the other side may split it itself instead of asking
 * a shell. The output goes through a file, so that what is left behind does not hold the answer up.
 */
function lineOf(words: readonly string[]): string {
  const script = `exec 2>/dev/null
file=$(mktemp) || exit 1
(exec ${words.map(shellQuote).join(" ")} < /dev/null > "$file" 2>&1)
code=$?
head -c "$(($(wc -c < "$file")))" "$file"
rm -f "$file"
exit "$code"`;
  return `sh -c 'eval "$(printf %s ${Buffer.from(script).toString("base64")} | base64 -d)"'`;
}
