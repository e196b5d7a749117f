import type { ProcessView, WaitResult } from "../../../core/results.ts";
import type { Context, Invocation, Remote } from "../context.ts";
import { INTERRUPTED, untilInterrupted } from "../interrupt.ts";
import { liveLine } from "../live-line.ts";
import { show, withRemote } from "../remote.ts";
import type { Answer } from "../remote.ts";
import { EXIT, note } from "../report.ts";
import { letGo, waitForEnd } from "../stay.ts";
import { afterHowLong, endingSentence, passedOnCode } from "../text/ending.ts";
import { jsonLine } from "../text/sanitize.ts";

/** `bellhop wait`: until all (or any) of the processes have ended; exits with their code. */
export async function wait(context: Context, invocation: Invocation): Promise<number> {
  return withRemote(context, invocation, async (remote) => {
    const views = await viewsOf(remote, invocation.operands);
    const [only] = views;
    const takeAway = only && views.length === 1 ? liveLine(context, remote, only.sessionId) : () => undefined;
    const waiting: Waiting = { context, invocation, remote, takeAway };
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
  /** Takes the live line away, so that the answer does not stand behind it. */
  readonly takeAway: () => void;
}

interface Waited {
  readonly view: ProcessView;
  readonly answer: Answer<WaitResult>;
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

async function waitForAll(
  waiting: Waiting,
  views: readonly ProcessView[],
  signal: AbortSignal,
): Promise<readonly Waited[]> {
  return Promise.all(
    views.map(async (view) => {
      const waited = await waitForOne(waiting, view, signal);
      waiting.takeAway();
      await tell(waiting, waited);
      return waited;
    }),
  );
}

/** Gives the first that ended, or all when none did in time. The other waits are taken back. */
async function waitForAny(
  waiting: Waiting,
  views: readonly ProcessView[],
  signal: AbortSignal,
): Promise<readonly Waited[]> {
  const enough = new AbortController();
  const waits = views.map((view) => waitForOne(waiting, view, AbortSignal.any([signal, enough.signal])));
  const all = Promise.all(waits);
  const first = Promise.race([...waits.map(neverUnlessEnded), all.then(() => undefined)]);
  const winner = await first.finally(() => enough.abort());
  const told = winner ? [winner] : await all;
  all.catch(() => undefined); // What the losers say after they were taken back is of no interest.
  waiting.takeAway();
  for (const waited of told) await tell(waiting, waited);
  return told;
}

async function neverUnlessEnded(wait: Promise<Waited>): Promise<Waited> {
  const waited = await wait;
  return waited.answer.value.status === "exited" ? waited : new Promise<never>(() => undefined);
}

async function waitForOne({ invocation, remote }: Waiting, view: ProcessView, signal: AbortSignal): Promise<Waited> {
  const seconds = invocation.options.number("timeout");
  return { view, answer: await waitForEnd(remote, view.sessionId, { signal, seconds }) };
}

async function tell({ context, invocation }: Waiting, { view, answer }: Waited): Promise<void> {
  if (invocation.json) return context.terminal.out(jsonLine(answer.wire));
  const { value } = answer;
  if (value.status !== "exited") return;
  await context.terminal.out(`${view.sessionId} ${endingSentence(value)}${afterHowLong(view.startedAt, value)}\n`);
}

/** 124 when one still runs, else the first code that is not 0, in the order in which the processes were named. */
function conclude({ terminal }: Context, { options }: Invocation, all: readonly Waited[]): number {
  const unended = all.filter(({ answer }) => answer.value.status !== "exited");
  for (const { view, answer } of unended)
    note(terminal, whyNotEnded(view.sessionId, answer.value, options.number("timeout")));
  if (unended.some(({ answer }) => answer.value.status === "timeout")) return EXIT.timeout;
  if (unended.length > 0) return EXIT.failure;
  return all.map(({ answer }) => passedOnCode(answer.value)).find((code) => code !== 0) ?? EXIT.ok;
}

function whyNotEnded(id: string, { status, error }: WaitResult, timeoutSeconds = 0): string {
  if (status !== "timeout") return error ?? `The wait for ${id} was ended: ${status}.`;
  return `${id} still runs after ${timeoutSeconds}s of waiting. This is not an error; wait again, or look at it: bellhop logs ${id}`;
}
