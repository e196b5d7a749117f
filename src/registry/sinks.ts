import { messageOf } from "../core/errors.ts";
import type { Context, Tracked } from "./context.ts";
import { find } from "./find.ts";
import { follow } from "./follow.ts";
import { hasEnded } from "./observe.ts";
import type { CloseSink, CloseTerminalResult, OutputSink, SinkProcess } from "./sink-types.ts";

/** The part of a registry that a program sets itself into. Not over the socket: a sink is a function. */
export class SinkHost {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Gets what the running processes print from now on, and all that later ones print. Null: nobody does. @default null */
  get onOutput(): OutputSink | null {
    return this.#context.sinks.onOutput;
  }

  set onOutput(sink: OutputSink | null) {
    setOutputSink(this.#context, sink);
  }

  /** Closes what shows the output of a process, when `requestCloseTerminal` asks for that. @default null */
  get onClose(): CloseSink | null {
    return this.#context.sinks.onClose;
  }

  set onClose(sink: CloseSink | null) {
    this.#context.sinks.onClose = sink;
  }

  /** Asks for what shows the output of a process to be closed. The process is left alone; it may have ended, or be forgotten. */
  requestCloseTerminal(id: string): CloseTerminalResult {
    return requestCloseTerminal(this.#context, id);
  }
}

function setOutputSink(context: Context, sink: OutputSink | null): void {
  const { sinks } = context;
  const wasFed = sinks.onOutput !== null;
  sinks.onOutput = sink;
  sinks.isTroubleTold = false;
  if (sink === null) sinks.feeding.abort();
  if (sink === null || wasFed) return;
  sinks.feeding = new AbortController();
  for (const tracked of context.tracked.values())
    if (!hasEnded(tracked)) void feed(context, tracked, tracked.log.extent().size);
}

/** Tells all that a new process prints, when somebody wants to know. */
export function feedSink(context: Context, tracked: Tracked): void {
  if (context.sinks.onOutput !== null && tracked.isNew) void feed(context, tracked, 0);
}

function requestCloseTerminal(context: Context, id: string): CloseTerminalResult {
  const { onClose } = context.sinks;
  if (onClose === null)
    return { status: "error", error: "Nothing here shows terminals: no onClose was set on this registry." };
  try {
    const tracked = find(context, id);
    const closed = tracked?.record.id ?? id;
    onClose(tracked === null ? null : processOf(tracked), closed);
    return {
      status: "ok",
      closed,
      note: "What showed its output was closed. The process runs on, and nothing of its output is lost.",
    };
  } catch (error) {
    return { status: "error", error: messageOf(error) };
  }
}

async function feed(context: Context, tracked: Tracked, from: number): Promise<void> {
  const { sinks } = context;
  const { signal } = sinks.feeding;
  const options = { from, raw: true, live: Boolean(tracked.record.pty), signal };
  try {
    for await (const { text } of follow(context, tracked, options)) {
      if (signal.aborted) return;
      if (text !== "") await tell(context, tracked, text);
    }
  } catch (error) {
    tellTrouble(context, `The output of ${tracked.record.id} does not reach onOutput any more: ${messageOf(error)}`);
  }
}

async function tell(context: Context, tracked: Tracked, text: string): Promise<void> {
  try {
    await context.sinks.onOutput?.(processOf(tracked), text, Boolean(tracked.record.pty));
  } catch (error) {
    tellTrouble(context, `onOutput failed for ${tracked.record.id}: ${messageOf(error)}`);
  }
}

function tellTrouble({ sinks, ports }: Context, sentence: string): void {
  if (sinks.isTroubleTold) return;
  sinks.isTroubleTold = true;
  ports.logger.warn(`${sentence}. It is not told again.`);
}

function processOf({ record }: Tracked): SinkProcess {
  const { id, name, command, taskId, ownerTaskId, sessionKey, parentSessionId } = record;
  return { id, name, command, taskId, ownerTaskId, sessionKey, parentSessionId };
}
