import { deferred } from "../../base/deferred.ts";
import { messageOf } from "../../core/errors.ts";
import type { StartResult, WaitResult } from "../../core/results.ts";
import { outputUpTo } from "./chunks.ts";
import { printChunks } from "./print-output.ts";
import type { Answer } from "./remote.ts";
import { EXIT, note } from "./report.ts";
import { conclude, waitInSteps } from "./stay.ts";
import type { Stay } from "./stay.ts";
import { duration } from "./text/amounts.ts";
import { jsonLine } from "./text/sanitize.ts";

export interface Front extends Stay {
  /** After this long it goes on in the background. Default: never. */
  readonly afterSeconds: number | undefined;
}

/** A timer holds no more. */
const TIMER_MAX_MS = 2_147_483_647;

type Begin = () => Promise<Answer<StartResult>>;

/**
 * Starts a command and prints its output as it is, until it has ended: its own code. Or until its time is up: 0. From before the
 * start on, Ctrl-C is the command's.
 */
export async function inFront(front: Front, begin: Begin): Promise<number> {
  const id = deferred<string>();
  const takeBack = front.context.person.onInterrupt(interrupter(front, id.promise));
  try {
    const started = await begin();
    id.resolve(started.value.sessionId);
    return await stayWith(front, started);
  } finally {
    takeBack();
  }
}

async function stayWith(front: Front, { wire, value: started }: Answer<StartResult>): Promise<number> {
  const { context, remote, json, afterSeconds } = front;
  const { sessionId: id } = started;
  if (json) await context.terminal.out(jsonLine(wire));
  const time = new AbortController();
  const timer =
    afterSeconds === undefined
      ? undefined
      : setTimeout(() => time.abort(), Math.min(TIMER_MAX_MS, afterSeconds * 1000));
  try {
    const waiting = waitInSteps<WaitResult>(remote, "wait", { input: { session_id: id }, signal: time.signal });
    const end = waiting.then(({ value }) => (value.status === "exited" ? (value.cursor ?? 0) : 0));
    const output = outputUpTo(remote, { session_id: id, from: 0, raw: true }, end);
    const cursor = await printChunks(context.terminal, output, { json, raw: true });
    const outcome = await waiting;
    // It may have ended in the very moment that its time was up.
    const isLeft = time.signal.aborted && outcome.value.status !== "exited";
    return isLeft ? runsOn(front, started, cursor) : await conclude(front, started, outcome);
  } finally {
    clearTimeout(timer);
  }
}

/** Says that it goes on in the background, and how to go on with its output behind `cursor`. */
export function runsOn({ context, afterSeconds = 0 }: Front, started: StartResult, cursor?: number): number {
  const { sessionId: id, notifyOnComplete } = started;
  const rest = cursor === undefined ? `bellhop attach ${id}` : `bellhop logs ${id} --raw --follow --since ${cursor}`;
  note(
    context.terminal,
    `${id} goes on in the background after ${duration(afterSeconds)}. ${notifyOnComplete ? "Its end queues an event. " : ""}The rest of it: ${rest}`,
  );
  return EXIT.ok;
}

/** The first Ctrl-C interrupts the command, as in a shell. One that goes on all the same is ended by the second. */
function interrupter({ context, remote }: Front, id: Promise<string>): () => void {
  let count = 0;
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    count += 1;
    const how = count === 1 ? { signal: "SIGINT", grace_ms: 0 } : {};
    const common = { source: "bellhop exec", consume_output: false, ...how };
    // Two kills at a time would be one.
    if (count <= 2)
      last = last
        .then(async () => remote.call("kill", { session_id: await id, ...common }))
        .catch((error: unknown) => note(context.terminal, messageOf(error)));
  };
}
