import { attribution } from "./attribution.ts";
import type { FormatContext } from "./format-context.ts";
import { type LooseEvent, textOf } from "./loose.ts";

/** What the tool is called in the texts that a model reads. */
const TOOL = "process_manage";

/** Lines as a notice that is worth a turn of the model. */
export function important(lines: readonly string[]): string {
  return `[IMPORTANT: ${lines.join("\n")}]`;
}

/** What the sentence is about. */
export function subject(event: LooseEvent): string {
  return `Background process ${idOf(event)}`;
}

/** Whose process it is, where that is not plain, and what it runs. */
export function about(event: LooseEvent, context: FormatContext): readonly string[] {
  const by = attribution(event, context);
  return [...(by === "" ? [] : [by]), commandLine(event)];
}

export function commandLine(event: LooseEvent): string {
  return `Command: ${textOf(event.command, "unknown")}`;
}

/** How a model calls the tool about the process of this event. `more` are arguments, as they are written. */
export function toolCall(event: LooseEvent, action: string, more = ""): string {
  return `${TOOL}(action="${action}", session_id="${idOf(event)}"${more === "" ? "" : `, ${more}`})`;
}

function idOf(event: LooseEvent): string {
  return textOf(event.sessionId, "unknown");
}
