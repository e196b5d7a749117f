import type { ProcessView, WaitManyResult, WaitResult } from "../../../core/results.ts";
import { formatCondition, parseConditions } from "../../../core/wait-condition.ts";
import type { Context, Invocation, Remote } from "../context.ts";
import { INTERRUPTED, untilInterrupted } from "../interrupt.ts";
import { liveLine } from "../live-line.ts";
import { show, withRemote } from "../remote.ts";
import type { Answer } from "../remote.ts";
import { EXIT, note } from "../report.ts";
import { letGo, waitInSteps, type Steps } from "../stay.ts";
import { passedOnCode } from "../text/ending.ts";
import { jsonLine } from "../text/sanitize.ts";
import { isAnswered, whyWaited } from "../text/waited.ts";

/** `bellhop wait`: until all (or any) of the processes have ended or fulfil a condition; exits with their code. */
export async function wait(context: Context, invocation: Invocation): Promise<number> {
  const conditions = invocation.options.list("for").flatMap(parseConditions).map(formatCondition);
  return withRemote(context, invocation, async (remote) => {
    const views = await viewsOf(remote, invocation.operands);
    const [only] = views;
    const takeAway = only && views.length === 1 ? liveLine(context, remote, only.sessionId) : () => undefined;
    const waiting: Waiting = { context, invocation, remote, conditions, takeAway };
    const outcome = await untilInterrupted(context.person, (signal) =>
      invocation.options.flag("any") ? waitForAny(waiting, views, signal) : waitForAll(waiting, views, signal),
    ).finally(takeAway);
    if (outcome === INTERRUPTED) return letGo(context, ...(await runningOf(remote, views)));
    return conclude(context, invocation, outcome);
  });
}

interface Waiting {
  readonly context: Context;
  readonly invocation: Invocation;
  readonly remote: Remote;
  /** What ends it besides the ending, as text. */
  readonly conditions: readonly string[];
  /** Takes the live line away, so that the answer does not stand behind it. */
  readonly takeAway: () => void;
}

interface Waited {
  readonly view: ProcessView;
  readonly value: WaitResult;
}

/** The processes that are meant, each once. Throws when there is one that nobody has. */
async function viewsOf(remote: Remote, ids: readonly string[]): Promise<readonly ProcessView[]> {
  const views = await Promise.all(ids.map((id) => show(remote, id)));
  return [...new Map(views.map((view) => [view.sessionId, view])).values()];
}

async function runningOf(remote: Remote, views: readonly ProcessView[]): Promise<readonly string[]> {
  const ids = views.map((view) => view.sessionId);
  const now = await viewsOf(remote, ids).catch(() => views);
  const running = now.filter((view) => view.status === "running").map((view) => view.sessionId);
  return running.length > 0 ? running : ids;
}

/** Each is told when it has its answer. */
async function waitForAll(
  waiting: Waiting,
  views: readonly ProcessView[],
  signal: AbortSignal,
): Promise<readonly Waited[]> {
  return Promise.all(
    views.map(async (view) => {
      const input = { session_id: view.sessionId, ...conditionsOf(waiting) };
      const answer = await waitInSteps<WaitResult>(waiting.remote, "wait", stepsOf(waiting, input, signal));
      waiting.takeAway();
      await tell(waiting, [{ view, value: answer.value }], answer);
      return { view, value: answer.value };
    }),
  );
}

/** One wait on all of them: it tells the first that has its answer, and takes the events of no other away. */
async function waitForAny(
  waiting: Waiting,
  views: readonly ProcessView[],
  signal: AbortSignal,
): Promise<readonly Waited[]> {
  const input = { session_ids: views.map((view) => view.sessionId), ...conditionsOf(waiting) };
  const answer = await waitInSteps<WaitManyResult>(waiting.remote, "wait_many", stepsOf(waiting, input, signal));
  waiting.takeAway();
  const waited = waitedOf(answer, views);
  await tell(waiting, waited, answer);
  return waited;
}

/** The one that ended the wait is the first; when none did, each says that it runs on. */
function waitedOf({ value }: Answer<WaitManyResult>, views: readonly ProcessView[]): readonly Waited[] {
  const told = value.results.flatMap((one) => {
    const view = views.find(({ sessionId }) => sessionId === one.sessionId);
    return view ? [{ view, value: one }] : [];
  });
  const first = told.filter(({ view }) => view.sessionId === value.sessionId);
  if (first.length > 0) return [...first, ...told.filter((one) => !first.includes(one))];
  const { status, error } = value;
  return views.map((view) => ({ view, value: { status, ...(error !== undefined && { error }) } }));
}

function conditionsOf({ conditions, invocation }: Waiting): object {
  return { for: conditions.length > 0 ? conditions : undefined, since: invocation.options.number("since") };
}

function stepsOf({ invocation }: Waiting, input: object, signal: AbortSignal): Steps {
  return { input, signal, seconds: invocation.options.number("timeout") };
}

async function tell(
  { context, invocation }: Waiting,
  all: readonly Waited[],
  { wire }: Answer<unknown>,
): Promise<void> {
  if (invocation.json) return context.terminal.out(jsonLine(wire));
  for (const { view, value } of all) {
    if (isAnswered(value)) await context.terminal.out(`${view.sessionId} ${whyWaited(value, view.startedAt)}\n`);
  }
}

/** 124 when the time was up for one, else the first code that is not 0, in the order in which the processes were named. */
function conclude({ terminal }: Context, { options }: Invocation, all: readonly Waited[]): number {
  const unanswered = all.filter(({ value }) => !isAnswered(value));
  for (const { view, value } of unanswered) note(terminal, whyNot(view.sessionId, value, options.number("timeout")));
  if (unanswered.some(({ value }) => value.status === "timeout")) return EXIT.timeout;
  if (unanswered.length > 0) return EXIT.failure;
  if (options.flag("any")) return all[0] ? codeOf(all[0].value) : EXIT.ok;
  return all.map(({ value }) => codeOf(value)).find((code) => code !== 0) ?? EXIT.ok;
}

function codeOf(value: WaitResult): number {
  if (value.status === "exited") return passedOnCode(value);
  return value.status === "not_ready" ? EXIT.failure : EXIT.ok;
}

function whyNot(id: string, { status, error }: WaitResult, timeoutSeconds = 0): string {
  if (status !== "timeout") return error ?? `The wait for ${id} was ended: ${status}.`;
  return `${id} still runs after ${timeoutSeconds}s of waiting. This is not an error; wait again, or look at it: bellhop logs ${id}`;
}
