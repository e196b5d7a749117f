import type { IUnicodeVersionProvider } from "@xterm/headless";

import { characterWidth } from "../../core/terminal/width.ts";

/** Tells the terminal how wide characters are: its own table is that of 2010, and has narrow emoji. */
export const WIDTHS: IUnicodeVersionProvider = {
  version: "bellhop",
  wcwidth: characterWidth,
  charProperties: (codePoint, preceding) => {
    const width = characterWidth(codePoint);
    // A mark joins what stands to its left also where a sequence stands between: then `preceding` is 0.
    return width === 0 ? properties(widthIn(preceding), true) : properties(width, false);
  },
};

// The terminal keeps these in one number: bit 0, whether the character joins the one before; bits 1 and 2, the width.

function properties(width: number, joins: boolean): number {
  return (width << 1) | (joins ? 1 : 0);
}

function widthIn(properties: number): number {
  return (properties >> 1) & 3;
}
