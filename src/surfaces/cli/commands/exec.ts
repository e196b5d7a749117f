import type { StartResult } from "../../../core/results.ts";
import { attachTo } from "../attach/attachment.ts";
import { detachKey } from "../attach/detach-key.ts";
import type { Context, Invocation, Options } from "../context.ts";
import { inFront, runsOn } from "../foreground.ts";
import type { Front } from "../foreground.ts";
import { ask, withRemote } from "../remote.ts";
import type { Answer } from "../remote.ts";
import { note } from "../report.ts";
import { startInput } from "../start-input.ts";
import { conclude, waitInSteps } from "../stay.ts";
import { DETACH_KEY, part } from "./attach.ts";

/** `bellhop exec`: a command in front of the caller, started as `run` starts it; past its time it goes on in the background. */
export async function exec(context: Context, invocation: Invocation): Promise<number> {
  const { options, json } = invocation;
  const afterSeconds = options.number("background-after");
  const isShown = options.flag("pty") && !json && context.terminal.isTTY && context.person.isTTY;
  const input = {
    ...startInput(context, invocation),
    ...armed(options, afterSeconds),
    ...(isShown && { pty: sizeOf(context) }), // From the first moment: many programs look at it only once.
  };
  return withRemote(context, invocation, async (remote) => {
    const begin = async (): Promise<Answer<StartResult>> => {
      const started = await ask<StartResult>(remote, "start", input);
      if (started.value.note !== undefined) note(context.terminal, started.value.note);
      return started;
    };
    const front: Front = { context, remote, json, afterSeconds };
    return isShown ? attached(front, await begin()) : inFront(front, begin);
  });
}

function sizeOf({ terminal }: Context): object {
  return { rows: terminal.size.rows, cols: terminal.size.columns };
}

/** Whoever has it go on in the background is told how it ends; or of the lines that were asked for, since it is one or the other. */
function armed(options: Options, afterSeconds: number | undefined): object {
  return afterSeconds === undefined || options.list("watch").length > 0 ? {} : { notify_on_complete: true };
}

/** In a terminal, in front of a person who has one. */
async function attached(front: Front, started: Answer<StartResult>): Promise<number> {
  const { context, remote, afterSeconds } = front;
  const { sessionId: id } = started.value;
  const time = new AbortController();
  const timer = afterSeconds === undefined ? undefined : setTimeout(() => time.abort(), afterSeconds * 1000);
  const place = { context, remote, id };
  try {
    const parting = await attachTo({ ...place, isReadOnly: false, key: detachKey(DETACH_KEY), leaving: time.signal });
    if (parting === "ended") {
      const waited = { input: { session_id: id }, signal: new AbortController().signal };
      return await conclude(front, started.value, await waitInSteps(remote, "wait", waited));
    }
    return time.signal.aborted ? runsOn(front, started.value) : await part(place, parting);
  } finally {
    clearTimeout(timer);
  }
}
