import { deferred } from "../../../base/deferred.ts";
import { TerminalTraces } from "../../../core/terminal/traces.ts";
import type { Context, Remote } from "../context.ts";
import type { DetachKey } from "./detach-key.ts";
import { sizing } from "./sizing.ts";
import { typing } from "./typing.ts";
import { view } from "./view.ts";

export interface Attachment {
  readonly context: Context;
  readonly remote: Remote;
  readonly id: string;
  readonly isReadOnly: boolean;
  readonly key: DetachKey;
  /** Leaves when it aborts. */
  readonly leaving?: AbortSignal;
}

/** Why it is over: the process has ended, the person has left, or a signal came. */
export type Parting = "ended" | "detached" | NodeJS.Signals;

const BELL = "\u0007";
/** Keeps the title of our terminal, and brings it back (xterm). */
const KEEP_TITLE = "\u001b[22;0t";
const GIVE_TITLE_BACK = "\u001b[23;0t";

/** Puts a person at the terminal of a process. Whatever happens, they have their own back when it resolves or rejects. */
export async function attachTo(attachment: Attachment): Promise<Parting> {
  const { context, remote, id, isReadOnly, key, leaving } = attachment;
  const { terminal, person } = context;
  const traces = new TerminalTraces();
  const stop = new AbortController();
  const parting = deferred<Parting>();
  const hands = typing({ remote, id, signal: stop.signal, onLoss: () => void terminal.out(BELL) });
  const fit = isReadOnly ? null : sizing({ remote, terminal, id });
  let redraw = (): void => undefined;
  const onBytes = (bytes: Uint8Array): void => {
    const place = key.find(bytes);
    const typed = place === null ? bytes : bytes.subarray(0, place);
    if (!isReadOnly && typed.length > 0 && !hands.push(typed)) void terminal.out(BELL);
    if (place !== null) parting.resolve("detached");
  };
  const onResize = (): void => void (fit === null ? redraw() : fit().then(() => redraw(), parting.reject));
  const giveBack = person.hold({
    onBytes,
    onResize,
    onSignal: parting.resolve,
    leave: () => traces.undo() + GIVE_TITLE_BACK,
  });
  leaving?.addEventListener("abort", () => parting.resolve("detached"), { once: true });
  try {
    await terminal.out(KEEP_TITLE);
    await fit?.();
    const shown = view({ remote, terminal, id, traces, signal: stop.signal, note: noteOf(attachment) });
    redraw = shown.redraw;
    return await Promise.race([parting.promise, shown.over.then((): Parting => "ended")]);
  } finally {
    stop.abort();
    giveBack();
  }
}

function noteOf({ id, isReadOnly, key }: Attachment): string {
  return ` ${id}${isReadOnly ? ", only to look" : ""}: ${key.name} leaves, and it runs on `;
}
