import { PRIVATE_KEY_MAX_CHARS } from "../limits.ts";

/** What stands for a private key. */
export const PRIVATE_KEY_MASK = "[REDACTED PRIVATE KEY]";
const BEGIN = /-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----/g;
/**
 * What a key whose end was cut off is made of: the headers of an encrypted one, and long runs of base64.
 * Line ends may be spelled out (`\n`), as in JSON. Short words are left: they are what was printed next.
 */
const BODY =
  /^(?:(?:\\[rn]|\s)*(?:Proc-Type|DEK-Info|Version|Comment): [^\r\n\\]*)*(?:(?:\\[rn]|\s)*[A-Za-z0-9+/=]{20,})*/;

/**
 * Masks private key blocks, from BEGIN to END. A block without its end (the output was cut, or goes on later)
 * is masked as far as it looks like a key.
 */
export function maskPrivateKeys(text: string): string {
  const parts: string[] = [];
  let position = 0;
  let end = { from: 0, to: 0 };
  for (const begin of text.matchAll(BEGIN)) {
    if (begin.index < position) continue; // Inside the block before.
    const bodyFrom = begin.index + begin[0].length;
    if (end.from < bodyFrom) end = nextEnd(text, bodyFrom);
    parts.push(text.slice(position, begin.index), PRIVATE_KEY_MASK);
    position = end.from - bodyFrom <= PRIVATE_KEY_MAX_CHARS ? end.to : bodyEnd(text, bodyFrom);
  }
  parts.push(text.slice(position));
  return parts.join("");
}

/** The next END after `from`; at infinity when there is none, so that it is not looked for again. */
function nextEnd(text: string, from: number): { readonly from: number; readonly to: number } {
  END.lastIndex = from;
  const found = END.exec(text);
  return found === null ? { from: Infinity, to: Infinity } : { from: found.index, to: END.lastIndex };
}

function bodyEnd(text: string, from: number): number {
  const [body = ""] = BODY.exec(text.slice(from, from + PRIVATE_KEY_MAX_CHARS)) ?? [];
  return from + body.length;
}
