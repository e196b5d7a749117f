import type { StartResult, WaitResult, WaitStatus } from "../../core/results.ts";
import { outputUpTo } from "./chunks.ts";
import type { Context, Remote } from "./context.ts";
import { INTERRUPTED, untilInterrupted } from "./interrupt.ts";
import { liveLine } from "./live-line.ts";
import { printChunks } from "./print-output.ts";
import { answerOf } from "./remote.ts";
import type { Answer } from "./remote.ts";
import { EXIT, note } from "./report.ts";
import { afterHowLong, endingSentence, isAbnormal, passedOnCode } from "./text/ending.ts";
import { jsonLine, plainOutput } from "./text/sanitize.ts";
import { whyWaited } from "./text/waited.ts";

/** The longest single wait. */
const WAIT_STEP_SECONDS = 86_400;
/** The daemon takes no wait of zero seconds; this one only looks. */
const SHORTEST_WAIT_SECONDS = 0.001;

export interface Stay {
  readonly context: Context;
  readonly remote: Remote;
  readonly json: boolean;
}

/** `run --wait`: the id, the end, and the process's own exit code, or 130 after Ctrl-C. */
export async function waitToEnd(stay: Stay, { value: started }: Answer<StartResult>): Promise<number> {
  const { context, remote, json } = stay;
  let takeAway = (): void => undefined;
  const outcome = await untilInterrupted(context.person, async (signal) => {
    if (!json) await context.terminal.out(`${started.sessionId}\n`);
    takeAway = liveLine(context, remote, started.sessionId);
    return waitForEnd(remote, started.sessionId, signal);
  }).finally(() => takeAway());
  return conclude(stay, started, outcome);
}

/** `run --follow`: the output on stdout, then the process's own exit code, or 130 after Ctrl-C. */
export async function followToEnd(stay: Stay, { value: started, wire }: Answer<StartResult>): Promise<number> {
  const { context, json } = stay;
  const outcome = await untilInterrupted(context.person, async (signal) => {
    if (json) await context.terminal.out(jsonLine(wire));
    else context.terminal.err(`${started.sessionId}\n`);
    return followAndWait(stay, started.sessionId, signal);
  });
  return conclude(stay, started, outcome);
}

/** `run --wait-ready`: the id, and then 0 as soon as it is ready, or 1 with its last lines when it will not be. */
export async function waitUntilReady(stay: Stay, { value: started }: Answer<StartResult>): Promise<number> {
  const { context, remote, json } = stay;
  const outcome = await untilInterrupted(context.person, async (signal) => {
    if (!json) await context.terminal.out(`${started.sessionId}\n`);
    const input = { session_id: started.sessionId, for: ["ready"] };
    return waitInSteps<WaitResult>(remote, "wait", { input, signal });
  });
  if (outcome === INTERRUPTED) return letGo(context, started.sessionId);
  const { wire, value } = outcome;
  if (json) await context.terminal.out(jsonLine(wire));
  if (value.status === "ready") return EXIT.ok;
  note(context.terminal, value.error ?? notReadySentence(started, value));
  context.terminal.err(lastLines(value.output ?? ""));
  return EXIT.failure;
}

function notReadySentence({ sessionId, startedAt }: StartResult, value: WaitResult): string {
  return value.detail || `${sessionId} ${whyWaited(value, startedAt)}, and was not ready.`;
}

/** What a person needs to see why. */
const LAST_LINES = 20;

function lastLines(output: string): string {
  const text = plainOutput(output).trimEnd();
  return text === "" ? "" : `${text.split("\n").slice(-LAST_LINES).join("\n")}\n`;
}

/** Says that the process was let go, and how to end it. */
export function letGo(context: Context, ...ids: readonly string[]): number {
  const verb = ids.length === 1 ? "runs on" : "run on";
  note(
    context.terminal,
    `${ids.join(", ")} ${verb}. To end ${ids.length === 1 ? "it" : "them"}: bellhop kill ${ids.join(" ")}`,
  );
  return EXIT.interrupted;
}

export interface Steps {
  readonly input: object;
  readonly signal: AbortSignal;
  /** Default: without end. */
  readonly seconds?: number | undefined;
}

/** Waits in steps: a timer holds 24.8 days at most, and a person may wait longer. */
export async function waitInSteps<T extends { readonly status: WaitStatus }>(
  remote: Remote,
  operation: "wait" | "wait_many",
  { input, signal, seconds = Number.POSITIVE_INFINITY }: Steps,
): Promise<Answer<T>> {
  const deadlineMs = performance.now() + seconds * 1000;
  for (;;) {
    const left = Math.max(SHORTEST_WAIT_SECONDS, (deadlineMs - performance.now()) / 1000);
    const step = { ...input, timeout_seconds: Math.min(WAIT_STEP_SECONDS, left), unbounded: true };
    const answer = answerOf<T>(await remote.call(operation, step, signal));
    if (answer.value.status !== "timeout" || left <= WAIT_STEP_SECONDS) return answer;
  }
}

function waitForEnd(remote: Remote, id: string, signal: AbortSignal): Promise<Answer<WaitResult>> {
  return waitInSteps<WaitResult>(remote, "wait", { input: { session_id: id }, signal });
}

/** Prints the output until the command has ended. A leftover that holds the output open does not hold us. */
async function followAndWait(
  { remote, context, json }: Stay,
  id: string,
  signal: AbortSignal,
): Promise<Answer<WaitResult>> {
  const waiting = waitForEnd(remote, id, signal);
  const end = waiting.then(({ value }) => (signal.aborted ? 0 : (value.cursor ?? 0)));
  const output = outputUpTo(remote, { session_id: id, from: 0, raw: false }, end);
  await printChunks(context.terminal, output, { json, raw: false });
  return waiting;
}

/** Says how it ended, and gives its exit code; or that it was let go. */
export async function conclude(
  { context, json }: Stay,
  { sessionId, startedAt }: StartResult,
  outcome: Answer<WaitResult> | typeof INTERRUPTED,
): Promise<number> {
  if (outcome === INTERRUPTED) return letGo(context, sessionId);
  const { wire, value } = outcome;
  if (json) await context.terminal.out(jsonLine(wire));
  if (value.status !== "exited") {
    note(context.terminal, value.error ?? `The wait for ${sessionId} was ended: ${value.status}.`);
    return value.status === "not_found" ? EXIT.notFound : EXIT.failure;
  }
  const sentence = `${sessionId} ${endingSentence(value)}${afterHowLong(startedAt, value)}.`;
  if (context.terminal.errIsTTY || isAbnormal(value)) note(context.terminal, sentence);
  return passedOnCode(value);
}
