import { formatAge } from "./age.ts";
import type { InputClass } from "./event.ts";
import type { FormatContext } from "./format-context.ts";
import { type LooseEvent, textOf } from "./loose.ts";
import { about, important, subject, toolCall } from "./notice-parts.ts";

interface Advice {
  /** What it waits for. */
  readonly what: string;
  /** What to do, as sentences. */
  readonly how: (event: LooseEvent) => string;
}

/** The argument whose value the model has to find. */
const DATA = 'data="…"';

const ADVICE: Readonly<Record<InputClass, Advice>> = {
  password: {
    what: "a password or another secret",
    how: (event) =>
      "Do not type a secret, and do not guess one: ask the person to enter it. " +
      `If nobody can, end the process with ${toolCall(event, "kill")}.`,
  },
  line: {
    what: "a line of text",
    how: (event) =>
      `Answer with ${toolCall(event, "submit", DATA)}, which adds Enter. Where the answer is not yours to give, ask the person.`,
  },
  repl: {
    what: "the next line of an interactive session",
    how: (event) => `Send a line with ${toolCall(event, "submit", DATA)}, or end it with ${toolCall(event, "close")}.`,
  },
  pager: {
    what: "a key, in a pager",
    how: (event) =>
      `Leave the pager with ${toolCall(event, "write", 'data="q"')}; a blank instead of the q shows the next page.`,
  },
  full_screen: {
    what: "a key, in a full-screen program",
    how: (event) => `Send keys with ${toolCall(event, "write", DATA)}, which adds no Enter.`,
  },
  end_of_file: {
    what: "text up to its end",
    how: (event) =>
      `Send it with ${toolCall(event, "submit", DATA)}, then end the input with ${toolCall(event, "close")}.`,
  },
};

/** It waits for somebody to type: for what, and how to answer. */
export function formatAwaitingInput(event: LooseEvent, context: FormatContext): string {
  const { what, how } = adviceFor(textOf(event.inputClass));
  return important([
    `${subject(event)} is waiting for input after ${formatAge(event.elapsed)}: ${what}.`,
    ...about(event, context),
    `Prompt: ${textOf(event.prompt, "(none)")}`,
    how(event),
  ]);
}

/** What asks for an unknown thing is answered as a line. */
function adviceFor(inputClass: string): Advice {
  return isInputClass(inputClass) ? ADVICE[inputClass] : ADVICE.line;
}

function isInputClass(inputClass: string): inputClass is InputClass {
  return Object.hasOwn(ADVICE, inputClass);
}
