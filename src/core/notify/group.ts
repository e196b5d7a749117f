import { type LooseEvent, textOf } from "./loose.ts";
import { important } from "./notice-parts.ts";
import { eventTitle } from "./title.ts";

/** An event with the text that a model reads. */
interface Told {
  readonly event: LooseEvent;
  readonly text: string;
}

/**
 * Cuts a list of events into what is told in one turn: completions that follow each other go together, each other event
 * goes alone, and the order stays (original).
 */
export function groupEvents<T extends Told>(events: readonly T[]): readonly (readonly T[])[] {
  const groups: T[][] = [];
  for (const told of events) {
    const last = groups.at(-1);
    if (last?.[0] && isCompletion(last[0]) && isCompletion(told)) last.push(told);
    else groups.push([told]);
  }
  return groups;
}

/**
 * What a model reads of a group. Those that it has learned about since (`isConsumed`) are left out; when nothing is left, the
 * text is empty.
 */
export function groupText<T extends Told>(group: readonly T[], isConsumed: (told: T) => boolean = () => false): string {
  const texts = group.filter((told) => !isConsumed(told)).map(({ text }) => text);
  if (texts.length < 2) return texts.join("");
  return [important([`${texts.length} background processes completed. Each is told below.`]), ...texts].join("\n\n");
}

/** One short line about a group; empty for an empty one. */
export function groupTitle(group: readonly Told[]): string {
  const [first] = group;
  if (first === undefined) return "";
  return group.length === 1 ? eventTitle(first.event) : `${group.length} Background Processes Finished`;
}

function isCompletion({ event }: Told): boolean {
  return textOf(event.type, "completion") === "completion";
}
