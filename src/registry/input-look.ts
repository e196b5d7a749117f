import { PROMPT_CHARS, SCREEN_LOOK_MAX_BYTES } from "../core/limits.ts";
import type { InputClass } from "../core/notify/event.ts";
import { type ForegroundProcess, inputClass, whoWaits } from "../core/notify/input-class.ts";
import { MAIN_SCREEN, screenAfter, SCREEN_SEQUENCE_MAX_BYTES } from "../core/notify/screen.ts";
import { lastChars } from "../core/output/last-chars.ts";
import type { Context, Tracked } from "./context.ts";
import { eventBase, progress, raise } from "./notices.ts";
import { outputTail, uptimeSeconds } from "./tell.ts";

/**
 * - `told`: it waits, and its owner knows. There is nothing to see before it prints again.
 * - `not_waiting`: it has a terminal, and may wait later.
 * - `no_terminal`: it has none.
 */
type Look = "told" | "not_waiting" | "no_terminal";

export interface InputWatcher {
  /** Looks whether the process waits for input, and tells it. `size`: of the log, which has been quiet. */
  look(size: number): Promise<Look>;
}

/** What was told last. Kept in memory: after a restart a stop may be told again once something was printed. */
interface Told {
  readonly key: string;
  readonly inputClass: InputClass;
}

export function inputWatcher(context: Context, tracked: Tracked): InputWatcher {
  const { inputProbe } = context.ports;
  const readScreen = screenReader(tracked);
  let told: Told | null = null;

  const isUnchanged = (stop: Stop, size: number): boolean => {
    if (tracked.record.state.phase !== "running" || tracked.log.extent().size !== size) return false;
    const now = findStop(context, tracked);
    return typeof now === "object" && now.waiting.key === stop.waiting.key && now.waiting.wait === stop.waiting.wait;
  };
  /** It still waits, which was told: only how far it has printed is new. */
  const again = (size: number): Look => {
    progress(context, tracked, { inputToldAt: size });
    return "told";
  };
  return {
    look: async (size) => {
      const stop = findStop(context, tracked);
      if (typeof stop === "string") return stop;
      // A screen that is drawn again every few seconds is not asked for each time.
      const alternateScreen = readScreen(size);
      if (told?.inputClass === "full_screen" && told.key === stop.waiting.key && alternateScreen) return again(size);
      const modes = await inputProbe.modes(stop.device);
      // It may have gone on, or ended, while its terminal was asked.
      if (modes === null || !isUnchanged(stop, size)) return "not_waiting";
      const { lastLine, prompt } = readPrompt(context, tracked);
      const kind = inputClass({ modes, waiting: stop.waiting, lastLine, alternateScreen });
      if (kind === null) return "not_waiting";
      const next = { key: stop.waiting.key, inputClass: kind };
      if (isSameStop(tracked, told, next)) return again(size);
      told = next;
      tell(context, tracked, { inputClass: kind, prompt, size });
      return "told";
    },
  };
}

interface Stop {
  readonly device: string;
  readonly waiting: ForegroundProcess;
}

/** The terminal of the job at which somebody may be expected to type. */
function findStop(context: Context, { record }: Tracked): Stop | "not_waiting" | "no_terminal" {
  const terminals = record.job === null ? [] : context.ports.inputProbe.terminals(record.job);
  if (terminals.length === 0) return "no_terminal";
  for (const { device, foreground } of terminals) {
    const waiting = whoWaits(foreground);
    if (waiting !== null) return { device, waiting };
  }
  return "not_waiting";
}

/**
 * The same process waits as before, and what was printed since the last event is not a new question but what is being
 * typed, which the kernel or the line editor shows. A password is not shown, so what came behind it is a question.
 */
function isSameStop(tracked: Tracked, told: Told | null, next: Told): boolean {
  if (told === null || told.key !== next.key || told.inputClass !== next.inputClass) return false;
  if (next.inputClass === "password") return false;
  const { bytes } = tracked.log.read(tracked.record.notices.inputToldAt, SCREEN_LOOK_MAX_BYTES);
  return !bytes.includes(0x0a);
}

function tell(
  context: Context,
  tracked: Tracked,
  { inputClass, prompt, size }: { readonly inputClass: InputClass; readonly prompt: string; readonly size: number },
): void {
  if (tracked.viewers > 0) return progress(context, tracked, { inputToldAt: size });
  const event = {
    type: "awaiting_input" as const,
    ...eventBase(tracked),
    inputClass,
    prompt,
    elapsed: uptimeSeconds(context, tracked.record),
    startedAt: tracked.record.startedAtMs / 1000,
  };
  raise(context, tracked, { event, progress: { inputToldAt: size } });
}

/** What stands behind the last line break, and the last line with something on it. Both redacted. */
function readPrompt(context: Context, tracked: Tracked): { readonly lastLine: string; readonly prompt: string } {
  const lines = outputTail(context, tracked, PROMPT_CHARS).output.split("\n");
  const prompt = lines.findLast((line) => line.trim() !== "") ?? "";
  return { lastLine: lines.at(-1) ?? "", prompt: lastChars(prompt.trimEnd(), PROMPT_CHARS).text };
}

/** Gives whether the output up to an offset has taken over the screen. Reads on where it stopped; of very much output the end. */
function screenReader({ log }: Tracked): (size: number) => boolean {
  let state = MAIN_SCREEN;
  let readTo = 0;
  return (size) => {
    const from = Math.max(0, readTo - SCREEN_SEQUENCE_MAX_BYTES, size - SCREEN_LOOK_MAX_BYTES);
    state = screenAfter(state, log.read(from, size - from).bytes.toString("latin1"));
    readTo = size;
    return state.alternate || state.cursorHidden;
  };
}
