/**
 * Characters that act instead of being shown: C0 and C1 controls, and those that turn the direction of text or break lines.
 * A command name or an output line must never steer the terminal of the person who looks at it.
 */
const ACTING = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;
const ACTING_IN_TEXT = /[^\P{Cc}\n\t]|[\p{Bidi_Control}\u2028\u2029]/gu;
const HARMLESS = /^[ -~]*$/;

const SHORT_ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\u001b": "\\e" };

/** `text` on one line, with every acting character written as an escape (`\n`, `\e`, `\x07`). For tables. */
export function oneLine(text: string): string {
  return HARMLESS.test(text) ? text : text.replace(ACTING, escape);
}

/** `text` with newlines and tabs kept and every other acting character written as an escape. For blocks of text. */
export function block(text: string): string {
  return text.replace(ACTING_IN_TEXT, escape);
}

/** `text` with newlines and tabs kept and every other control character removed. For output of processes. */
export function plainOutput(text: string): string {
  return text.replace(ACTING_IN_TEXT, "");
}

/** Of all that can act on a terminal only the colours are left. */
export function onlyColours(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/(\u001b\[[\d;]*m)|[^\u001b]+|\u001b/g, (part, colour?: string) => colour ?? plainOutput(part));
}

/** JSON on one line. Beyond what JSON needs, C1 controls and DEL are escaped: some terminals obey them. */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value ?? null).replace(ACTING, unicodeEscape)}\n`;
}

function escape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return (
    SHORT_ESCAPES[character] ?? (code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : unicodeEscape(character))
  );
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
