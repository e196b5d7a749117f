/** A word of a command: its text, or null for any number of words that only the running shell knows. */
export type Text = string | null;

/** What a program runs. */
export interface Unwrapped {
  /** `transparent`: only what it runs matters. `launcher`: what it runs is not known. */
  readonly role: "program" | "transparent" | "power" | "launcher";
  /** A script in a file that it runs itself, and the arguments of that; empty when there is none. */
  readonly file: readonly Text[];
  readonly commands: readonly (readonly Text[])[];
  readonly scripts: readonly string[];
  /** Why what it runs is not known, as part of a sentence; empty when it is. */
  readonly problem: string;
}

/** What a shell reads from its standard input: a text, null when that is not known, or nothing was said about it. */
export type Input = { readonly text: string | null } | undefined;

export const PROGRAM: Unwrapped = { role: "program", file: [], commands: [], scripts: [], problem: "" };

/** The part behind the last slash. */
export function baseName(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1);
}

/** A file that is no file: what it holds is made as the command runs. */
export function isMadeUp(file: Text | undefined): boolean {
  return file === null || file === undefined || /^\/(?:dev|proc)\//.test(file);
}
