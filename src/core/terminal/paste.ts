const BEGIN = "\u001b[200~";
const END = "\u001b[201~";
/** The same end in eight bits. */
const MARKS: readonly string[] = [BEGIN, END, "\u009b200~", "\u009b201~"];

/** A pasted text as a terminal types it. */
export interface Paste {
  readonly begin: string;
  readonly text: string;
  readonly end: string;
}

/**
 * Line ends become Enter, as in every terminal. `isBracketed`: the program has asked for marks around it. The text never
 * holds such a mark: one in it would end the paste, and what follows would be taken as typed by a person.
 */
export function pasteOf(text: string, isBracketed: boolean): Paste {
  const typed = withoutMarks(text).replace(/\r?\n/g, "\r");
  return isBracketed ? { begin: BEGIN, text: typed, end: END } : { begin: "", text: typed, end: "" };
}

/** Again and again: what stands around a mark may make one. */
function withoutMarks(text: string): string {
  let clean = text;
  while (MARKS.some((mark) => clean.includes(mark))) for (const mark of MARKS) clean = clean.replaceAll(mark, "");
  return clean;
}
