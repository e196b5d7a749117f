import type { Terminal } from "@xterm/headless";

import { SCREEN_SCROLLBACK_MAX, SCREEN_TURN_CHARS, SHORT_TEXT_MAX_CHARS } from "../../core/limits.ts";
import { createUtf8Decoder, type Utf8Decoder } from "../../core/output/decode.ts";
import type { TerminalSize } from "../../core/record.ts";
import { COUNTED, createGuard, type Guard, mostCount } from "../../core/terminal/screen-guard.ts";
import type { CursorPlace, Emulator, EmulatorOptions, Frame, FrameOptions } from "../../ports/screen.ts";
import { loadHeadless } from "./load.ts";
import { readRows } from "./rows.ts";
import { WIDTHS } from "./unicode.ts";

/** A terminal of xterm.js without a face. What it would answer to queries goes nowhere. */
export async function openEmulator(options: EmulatorOptions): Promise<Emulator> {
  const { Terminal } = await loadHeadless();
  const terminal = new Terminal({
    rows: options.size.rows,
    cols: options.size.cols,
    scrollback: SCREEN_SCROLLBACK_MAX,
    convertEol: options.newlineReturns,
    allowProposedApi: true, // Without it there is no buffer to read.
    logLevel: "off",
  });
  terminal.unicode.register(WIDTHS);
  terminal.unicode.activeVersion = WIDTHS.version;
  return new HeadlessEmulator(terminal);
}

class HeadlessEmulator implements Emulator {
  readonly #terminal: Terminal;
  readonly #decoder: Utf8Decoder = createUtf8Decoder();
  readonly #guard: Guard = createGuard();
  #title = "";
  #isCursorVisible = true;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    terminal.onTitleChange((title) => (this.#title = clean(title)));
    this.#watchCursor();
    this.#refuse();
  }

  get size(): TerminalSize {
    return { rows: this.#terminal.rows, cols: this.#terminal.cols };
  }

  /** The terminal carries out pieces until its time slice is over, and goes on in the next turn. */
  async write(bytes: Uint8Array): Promise<void> {
    const text = this.#guard.pass(this.#decoder.write(bytes), this.size);
    if (text === "") return;
    let from = 0;
    for (; text.length - from > SCREEN_TURN_CHARS; from += SCREEN_TURN_CHARS)
      this.#terminal.write(text.slice(from, from + SCREEN_TURN_CHARS));
    await new Promise<void>((resolve) => this.#terminal.write(text.slice(from), resolve));
  }

  resize({ rows, cols }: TerminalSize): void {
    this.#terminal.resize(cols, rows);
  }

  /** Behind a full line the cursor waits beyond the last column; a terminal says that it is on it. */
  cursor(): CursorPlace {
    const { cursorX, cursorY } = this.#terminal.buffer.active;
    return { row: cursorY + 1, column: Math.min(cursorX + 1, this.#terminal.cols) };
  }

  frame({ rowsAbove, colours }: FrameOptions): Frame {
    const { buffer, modes, rows } = this.#terminal;
    const { active } = buffer;
    const first = Math.max(0, active.baseY - rowsAbove);
    return {
      rows: readRows(active, { first, end: active.baseY + rows, colours }),
      rowsAbove: active.baseY - first,
      cursor: { ...this.cursor(), visible: this.#isCursorVisible },
      title: this.#title,
      alternateScreen: active.type === "alternate",
      applicationCursorKeys: modes.applicationCursorKeysMode,
      bracketedPaste: modes.bracketedPasteMode,
    };
  }

  /** What shows nothing and costs: hyperlinks, which are kept for every place, and counts that the guard did not see whole. */
  #refuse(): void {
    const { parser } = this.#terminal;
    parser.registerOscHandler(8, () => true);
    for (const final of COUNTED)
      parser.registerCsiHandler({ final }, ([count]) => Number(count) > mostCount(final, this.size));
  }

  /** The terminal tells every mode but this one. A handler that returns false only looks. */
  #watchCursor(): void {
    const { parser } = this.#terminal;
    const set = (isVisible: boolean) => (parameters: readonly (number | number[])[]) => {
      if (parameters.includes(25)) this.#isCursorVisible = isVisible;
      return false;
    };
    const reset = (): boolean => {
      this.#isCursorVisible = true;
      return false;
    };
    parser.registerCsiHandler({ prefix: "?", final: "h" }, set(true));
    parser.registerCsiHandler({ prefix: "?", final: "l" }, set(false));
    parser.registerCsiHandler({ intermediates: "!", final: "p" }, reset);
    parser.registerEscHandler({ final: "c" }, reset);
  }
}

/** A program may send any title. */
function clean(title: string): string {
  return title.slice(0, SHORT_TEXT_MAX_CHARS).replace(/\p{Cc}/gu, "");
}
