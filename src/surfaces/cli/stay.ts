import type { StartResult, WaitResult } from "../../core/results.ts";
import { follow, loggedUpTo } from "./chunks.ts";
import type { Context, Remote } from "./context.ts";
import { EXIT } from "./exit-codes.ts";
import { INTERRUPTED, untilInterrupted } from "./interrupt.ts";
import { liveLine } from "./live-line.ts";
import { printChunks } from "./print-output.ts";
import { answerOf } from "./remote.ts";
import type { Answer } from "./remote.ts";
import { note } from "./report.ts";
import { afterHowLong, endingSentence, isAbnormal, passedOnCode } from "./text/ending.ts";
import { jsonLine } from "./text/sanitize.ts";

/** After the command has ended, how long its follower may take to bring the rest before it is read from the log instead. */
const REST_OF_OUTPUT_MS = 300;

/** The longest single wait. */
const WAIT_STEP_SECONDS = 86_400;
/** The daemon takes no wait of zero seconds; this one only looks. */
const SHORTEST_WAIT_SECONDS = 0.001;

export interface Stay {
  readonly context: Context;
  readonly remote: Remote;
  readonly json: boolean;
}

/** `run --wait`: the process's own exit code, or 130 after Ctrl-C. */
export async function waitToEnd(stay: Stay, started: StartResult): Promise<number> {
  const { context, remote, json } = stay;
  const takeAway = liveLine(context, remote, started.sessionId);
  const outcome = await untilInterrupted(context.person, (signal) =>
    waitForEnd(remote, started.sessionId, { signal }),
  ).finally(takeAway);
  if (outcome === INTERRUPTED) return letGo(context, started.sessionId);
  if (json) await context.terminal.out(jsonLine(outcome.wire));
  return conclude(context, started, outcome.value);
}

/** `run --follow`: the output on stdout, then the process's own exit code, or 130 after Ctrl-C. */
export async function followToEnd(stay: Stay, started: StartResult): Promise<number> {
  const { context, json } = stay;
  const outcome = await untilInterrupted(context.person, (signal) => followAndWait(stay, started.sessionId, signal));
  if (outcome === INTERRUPTED) return letGo(context, started.sessionId);
  if (json) await context.terminal.out(jsonLine(outcome.wire));
  return conclude(context, started, outcome.value);
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

/**
 * Prints the output until the command has ended. A leftover that holds the output open must not hold us:
 * when the wait has answered, the follower gets a moment, and what it did not bring is read from the log.
 */
async function followAndWait(
  { remote, context, json }: Stay,
  id: string,
  signal: AbortSignal,
): Promise<Answer<WaitResult>> {
  const { terminal } = context;
  const look = { json, raw: false };
  const stretch = { session_id: id, from: 0, raw: false };
  const enough = new AbortController();
  const following = printChunks(terminal, follow(remote, stretch, AbortSignal.any([signal, enough.signal])), look);
  const waiting = waitForEnd(remote, id, { signal });
  const ended = await Promise.race([waiting, following.then(() => waiting)]); // A follower that fails is heard at once.
  const timer = setTimeout(() => enough.abort(), REST_OF_OUTPUT_MS);
  const cursor = await following.finally(() => clearTimeout(timer));
  const end = ended.value.cursor ?? 0;
  await printChunks(terminal, loggedUpTo(remote, { ...stretch, from: cursor }, end), look);
  return ended;
}

function conclude({ terminal }: Context, started: StartResult, ended: WaitResult): number {
  if (ended.status !== "exited") {
    note(terminal, ended.error ?? `The wait for ${started.sessionId} was ended: ${ended.status}.`);
    return ended.status === "not_found" ? EXIT.notFound : EXIT.failure;
  }
  const sentence = `${started.sessionId} ${endingSentence(ended)}${afterHowLong(started.startedAt, ended)}.`;
  if (terminal.errIsTTY || isAbnormal(ended)) note(terminal, sentence);
  return passedOnCode(ended);
}
