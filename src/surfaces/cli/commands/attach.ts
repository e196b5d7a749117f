import { BellhopError } from "../../../core/errors.ts";
import type { ProcessView } from "../../../core/results.ts";
import { signalNumber } from "../../../core/signals.ts";
import { attachTo } from "../attach/attachment.ts";
import type { Parting } from "../attach/attachment.ts";
import { detachKey } from "../attach/detach-key.ts";
import type { Context, Invocation, Remote } from "../context.ts";
import { show, withRemote } from "../remote.ts";
import { EXIT, note } from "../report.ts";
import { afterHowLong, endingSentence, passedOnCode } from "../text/ending.ts";

/** What leaves unless another key is asked for. Few programs use it: a terminal makes SIGQUIT of it. */
export const DETACH_KEY = "ctrl-\\";

/** `bellhop attach`: a person at the terminal of a process. */
export async function attach(context: Context, invocation: Invocation): Promise<number> {
  const { operands, options, json } = invocation;
  const key = detachKey(options.text("detach-key") ?? DETACH_KEY);
  if (json)
    throw new BellhopError("invalid_argument", "attach is for people and has no --json; see bellhop screen --json.");
  if (!context.terminal.isTTY || !context.person.isTTY)
    throw new BellhopError(
      "invalid_argument",
      "attach needs a terminal. Without one: bellhop logs --follow, bellhop send.",
    );
  return withRemote(context, invocation, async (remote) => {
    const view = await show(remote, operands[0] ?? "");
    if (view.status === "exited") return tellEnding(context, view);
    if (view.pty === undefined) throw noTerminal(view.sessionId);
    const id = view.sessionId;
    return part(
      { context, remote, id },
      await attachTo({ context, remote, id, isReadOnly: options.flag("read-only"), key }),
    );
  });
}

interface Place {
  readonly context: Context;
  readonly remote: Remote;
  readonly id: string;
}

/** Says how it went on, and gives the exit code. */
export async function part({ context, remote, id }: Place, parting: Parting): Promise<number> {
  if (parting === "ended") {
    const view = await show(remote, id);
    if (view.status === "exited") return tellEnding(context, view);
  }
  note(context.terminal, `${id} runs on. To come back: bellhop attach ${id}`);
  return parting === "ended" || parting === "detached" ? EXIT.ok : 128 + signalNumber(parting);
}

function tellEnding({ terminal }: Context, view: ProcessView): number {
  note(terminal, `${view.sessionId} ${endingSentence(view)}${afterHowLong(view.startedAt, view)}.`);
  return passedOnCode(view);
}

function noTerminal(id: string): BellhopError {
  return new BellhopError(
    "invalid_argument",
    `${id} has no terminal, since it was started without --pty. Its output: bellhop logs ${id} --follow. To type into it: bellhop send ${id}`,
  );
}
