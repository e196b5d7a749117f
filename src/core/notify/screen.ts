/** What of the terminal an output has taken over so far. */
export interface ScreenState {
  readonly alternate: boolean;
  readonly cursorHidden: boolean;
}

export const MAIN_SCREEN: ScreenState = { alternate: false, cursorHidden: false };

/** Longest sequence that is looked for, in bytes: how much of what was seen is seen again, for one that was cut in two. */
export const SCREEN_SEQUENCE_MAX_BYTES = 32;

/** What begins the setting of a private mode. */
const PRIVATE = "\u001b[?";
/** Behind it: modes, then set or reset. Xterm's `ctlseqs`: 47, 1047 and 1049 are the alternate screen, 25 is the cursor. */
const SETTING = /^([\d;]{1,28})([hl])/;
const ALTERNATE: ReadonlySet<string> = new Set(["47", "1047", "1049"]);

/** The state behind `text`, a piece of the output as Latin-1. Where a sequence sets nothing of it, it stays. */
export function screenAfter(before: ScreenState, text: string): ScreenState {
  let { alternate, cursorHidden } = before;
  for (const rest of text.split(PRIVATE).slice(1)) {
    const [, modes = "", action] = SETTING.exec(rest) ?? [];
    for (const mode of modes.split(";")) {
      if (ALTERNATE.has(mode)) alternate = action === "h";
      if (mode === "25") cursorHidden = action === "l";
    }
  }
  return { alternate, cursorHidden };
}
