import type { StartResult, WaitResult } from "../../core/results.ts";
import { outputUpTo } from "./chunks.ts";
import type { Context, Remote } from "./context.ts";
import { INTERRUPTED, untilInterrupted } from "./interrupt.ts";
import { liveLine } from "./live-line.ts";
import { printChunks } from "./print-output.ts";
import { answerOf } from "./remote.ts";
import type { Answer } from "./remote.ts";
import { EXIT, note } from "./report.ts";
import { afterHowLong, endingSentence, isAbnormal, passedOnCode } from "./text/ending.ts";
import { jsonLine } from "./text/sanitize.ts";

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
    return waitForEnd(remote, started.sessionId, { signal });
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

/** Says that the process was let go, and how to end it. */
export function letGo(context: Context, ...ids: readonly string[]): number {
  const verb = ids.length === 1 ? "runs on" : "run on";
  note(
    context.terminal,
    `${ids.join(", ")} ${verb}. To end ${ids.length === 1 ? "it" : "them"}: bellhop kill ${ids.join(" ")}`,
  );
  return EXIT.interrupted;
}

/** Waits in steps: a timer holds 24.8 days at most, and a person may wait longer. Default: without end. */
export async function waitForEnd(
  remote: Remote,
  id: string,
  {
    signal,
    seconds = Number.POSITIVE_INFINITY,
  }: { readonly signal: AbortSignal; readonly seconds?: number | undefined },
): Promise<Answer<WaitResult>> {
  const deadlineMs = performance.now() + seconds * 1000;
  for (;;) {
    const left = Math.max(SHORTEST_WAIT_SECONDS, (deadlineMs - performance.now()) / 1000);
    const input = { session_id: id, timeout_seconds: Math.min(WAIT_STEP_SECONDS, left), unbounded: true };
    const answer = answerOf<WaitResult>(await remote.call("wait", input, signal));
    if (answer.value.status !== "timeout" || left <= WAIT_STEP_SECONDS) return answer;
  }
}

/** Prints the output until the command has ended. A leftover that holds the output open does not hold us. */
async function followAndWait(
  { remote, context, json }: Stay,
  id: string,
  signal: AbortSignal,
): Promise<Answer<WaitResult>> {
  const waiting = waitForEnd(remote, id, { signal });
  const end = waiting.then(({ value }) => (signal.aborted ? 0 : (value.cursor ?? 0)));
  const output = outputUpTo(remote, { session_id: id, from: 0, raw: false }, end);
  await printChunks(context.terminal, output, { json, raw: false });
  return waiting;
}

async function conclude(
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
