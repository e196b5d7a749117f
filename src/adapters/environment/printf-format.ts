import { shellQuote } from "../../base/shell-quote.ts";

const BACKSLASH = 0x5c;
const PERCENT = 0x25;

/** A format that has `printf` of any shell write these bytes. Plain ASCII, whatever they are. */
export function printfFormat(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) {
    const isPlain = /[\w ./,:;=+@#$(){}[\]<>|&!?*"^~]/.test(String.fromCharCode(byte)) && byte < 0x7f;
    if (byte === BACKSLASH) text += "\\\\";
    else if (byte === PERCENT) text += "%%";
    else text += isPlain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, "0")}`;
  }
  return shellQuote(text);
}
