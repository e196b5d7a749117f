/**
 * What a program has changed of a terminal that it was shown on, so that it can be taken back when the program goes on without it.
 * Most is taken back whether or not it was changed; only what would change something by that is remembered (xterm's ctlseqs).
 */
export class TerminalTraces {
  /** The person's own first screen was drawn over: what comes next belongs below all of it. */
  isFirstScreenOurs = false;
  #alternate = false;
  #hasOrigin = false;
  #pushedKeyboards = 0;
  #hasKeyboard = false;
  #hasModifiers = false;
  #hasCursorShape = false;
  readonly #colours = new Set<string>();

  /** Whether the alternate screen is shown. */
  get alternate(): boolean {
    return this.#alternate;
  }

  /** Looks at a sequence on its way to the terminal, given from behind its escape. */
  note(sequence: string): void {
    const modes = /^\[\?([\d;]+)([hl])$/.exec(sequence);
    if (modes !== null) this.#noteModes(modes[1] ?? "", modes[2] === "h");
    else if (sequence === "c") this.#alternate = false;
    else if (/^\[[>=<][\d;]*u$/.test(sequence)) this.#noteKeyboard(sequence);
    else if (/^\[>[\d;]*m$/.test(sequence)) this.#hasModifiers = true;
    else if (/^\[\d* q$/.test(sequence)) this.#hasCursorShape = true;
    else this.#noteColour(sequence);
  }

  /** Gives the terminal back as programs expect it, on its first screen. The cursor is at the start of an empty line then. */
  undo(): string {
    return [
      this.#hasOrigin ? "\u001b[?6l" : "",
      // It moves the cursor, whose place on the first screen may be the person's own.
      this.#alternate ? REGION : `\u001b7${REGION}\u001b8`,
      PLAIN,
      this.#pushedKeyboards > 0 ? `\u001b[<${this.#pushedKeyboards}u` : "",
      this.#hasKeyboard ? "\u001b[=0u" : "",
      this.#hasModifiers ? "\u001b[>4m" : "",
      this.#hasCursorShape ? "\u001b[0 q" : "",
      ...[...this.#colours].map((code) => `\u001b]1${code.padStart(2, "0")}\u0007`),
      this.#alternate ? "\u001b[?1049l\r" : this.isFirstScreenOurs ? "\u001b[999;1H\r\n" : "\r\n",
    ].join("");
  }

  #noteModes(text: string, isSet: boolean): void {
    const numbers = text.split(";");
    if (numbers.some((number) => ALTERNATE.has(number))) this.#alternate = isSet;
    if (numbers.includes("6")) this.#hasOrigin = isSet;
  }

  #noteKeyboard(sequence: string): void {
    this.#hasKeyboard = true;
    const count = Number(/\d+/.exec(sequence)?.[0] ?? 1);
    if (sequence.startsWith("[>")) this.#pushedKeyboards += 1;
    if (sequence.startsWith("[<")) this.#pushedKeyboards = Math.max(0, this.#pushedKeyboards - count);
  }

  #noteColour(sequence: string): void {
    const code = /^\](4|10|11|12);/.exec(sequence)?.[1];
    if (code !== undefined) this.#colours.add(code);
  }
}

const ALTERNATE: ReadonlySet<string> = new Set(["47", "1047", "1049"]);

const REGION = "\u001b[r";
/** Insert mode, wrapping, reverse screen, cursor keys, keypad, mouse and focus, paste, synchronised drawing, looks, character set, cursor. */
const PLAIN: string = [
  "\u001b[4l\u001b[?7h\u001b[?5l\u001b[?1l\u001b>",
  "\u001b[?9;1000;1001;1002;1003;1004;1005;1006;1015;1016l",
  "\u001b[?2004l\u001b[?2026l\u001b[0m\u001b(B\u000f\u001b[?25h",
].join("");
