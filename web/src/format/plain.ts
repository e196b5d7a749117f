/** Characters that turn the order of what follows them: a line could show something else than it says. */
export const TURNS: RegExp = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Control characters, and those that turn an order. */
// oxlint-disable-next-line no-control-regex -- They are what is looked for.
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

/** A name or a command on one line, so that nothing in it can look like something else. */
export function plain(text: string): string {
  return text.replace(/\s*\n\s*/g, " ⏎ ").replace(UNSEEN, "·");
}

/** The last line that has something in it. */
export function lastLineOf(text: string): string {
  return plain(text.trimEnd().split("\n").at(-1) ?? "");
}
