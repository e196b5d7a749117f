import { signal } from "@preact/signals";
import type { IMarker, Terminal } from "@xterm/xterm";

import { ApiError, messageOf } from "../api/http.ts";
import { serverEvents } from "../api/server-events.ts";
import type { OutputChunk } from "../api/types.ts";
import { bytesOf } from "../format/amount.ts";
import { TURNS } from "../format/plain.ts";
import { untilOpen, untilSeen } from "../state/waiting.ts";
import { endsOf, type LogSource, type Part, viewOf } from "./log-source.ts";

/** `live`: new output comes in. `apart`: an earlier part is shown. `ended`: all is shown, and nothing will follow. */
export type WindowMode = "loading" | "live" | "apart" | "ended";

/** New output is marked with its line once so often: where a scrolled-away line was is known that well. */
const MARK_EVERY_LINES = 200;
const PAUSE_MS = 500;
/** What bash says of itself when it is a login shell without a terminal: nothing that anybody looks for. */
const SHELL_NOISE = /^(?:bash: (?:cannot set terminal process group|no job control in this shell).*\n)+/;

export interface LogWindowOptions {
  readonly id: string;
  readonly source: LogSource;
  readonly terminal: Terminal;
  readonly hasTerminal: boolean;
  readonly failed: (sentence: string) => void;
}

/**
 * The part of a log that a terminal shows. It begins with the end, and grows; an earlier part takes its place when somebody
 * wants to see one. One thing at a time: whatever begins ends what was in progress.
 */
export class LogWindow {
  readonly mode = signal<WindowMode>("loading");
  /** Number of the first line that is shown. */
  readonly firstLine = signal(0);
  readonly #id: string;
  readonly #source: LogSource;
  readonly #terminal: Terminal;
  readonly #hasTerminal: boolean;
  readonly #failed: (sentence: string) => void;
  #doing = new AbortController();
  #marks: { readonly marker: IMarker; readonly line: number }[] = [];
  #line = 0;
  #cursor = 0;
  #isTyping = false;

  constructor(of: LogWindowOptions) {
    this.#id = of.id;
    this.#hasTerminal = of.hasTerminal;
    this.#source = of.source;
    this.#terminal = of.terminal;
    this.#failed = of.failed;
  }

  /** Shows the end, and follows. */
  showEnd(): void {
    void this.#begin(async (signal) => {
      await this.#replaceBy(await this.#source.end(signal), signal);
      this.mode.value = "live";
      this.#terminal.scrollToBottom();
      await this.#follow(signal);
    });
  }

  /** Shows a line at the top, with what stands around it. Resolves with its row, or undefined when something else began. */
  async showLine(line: number): Promise<number | undefined> {
    let row: number | undefined;
    await this.#begin(async (signal) => {
      row = await this.#showAround(line, signal);
    });
    return row;
  }

  /** Shows the line that a place in the log is in. */
  showCursor(cursor: number): void {
    void this.#begin(async (signal) => {
      await this.#showAround(await this.#source.lineAt(cursor, signal), signal);
    });
  }

  /** Puts what stands in front of it in front. */
  showEarlier(): void {
    const line = this.#oldestLine();
    if (line > 0 && this.mode.value !== "loading") void this.showLine(line);
  }

  /** Puts what follows behind it; follows when there is no more. */
  showLater(): void {
    if (this.mode.value !== "apart") return;
    void this.#begin(async (signal) => {
      this.mode.value = "loading";
      const part = await this.#source.behind(this.#cursor, this.#line, signal);
      this.#terminal.scrollLines(-1); // At its lower edge a terminal goes along with what is added.
      await this.#add(part, signal);
      this.#terminal.scrollLines(1);
      this.mode.value = part.more ? "apart" : "live";
      if (!part.more) await this.#follow(signal);
    });
  }

  /** Somebody types: unfinished lines come at once. Otherwise a program that waits for input is told to its owner as ever. */
  setTyping(isTyping: boolean): void {
    if (this.#isTyping === isTyping) return;
    this.#isTyping = isTyping;
    if (this.mode.value === "live") void this.#begin((signal) => this.#follow(signal));
  }

  close(): void {
    this.#doing.abort();
  }

  async #begin(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#doing.abort();
    this.#doing = new AbortController();
    const { signal } = this.#doing;
    await work(signal).catch((error: unknown) => {
      if (signal.aborted) return;
      this.#failed(messageOf(error));
      if (this.mode.value === "loading") this.mode.value = "apart";
    });
  }

  async #showAround(line: number, signal: AbortSignal): Promise<number | undefined> {
    const before = await this.#source.before(line, signal);
    await this.#replaceBy(before, signal);
    const { active } = this.#terminal.buffer;
    const marker = this.#terminal.registerMarker(0);
    const behind = await this.#source.behind(this.#cursor, this.#line, signal);
    await this.#add(behind, signal);
    this.mode.value = behind.more ? "apart" : "live";
    const row = marker.isDisposed ? 0 : marker.line;
    this.#terminal.scrollToLine(Math.min(row, active.baseY));
    if (!behind.more) void this.#follow(signal);
    return row;
  }

  async #replaceBy(part: Part, signal: AbortSignal): Promise<void> {
    this.mode.value = "loading";
    this.#terminal.reset();
    this.#marks = [];
    this.firstLine.value = part.line;
    await this.#add(part, signal);
  }

  async #add({ text, line, cursor }: Part, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.#line = line;
    this.#cursor = cursor;
    await this.#write(text, signal);
  }

  async #write(text: string, signal: AbortSignal): Promise<void> {
    this.#mark();
    this.#line += endsOf(text); // Before it is carried out: who breaks off now has it in the terminal all the same.
    const shown = this.#hasTerminal ? text : text.replace(SHELL_NOISE, "");
    // They take no cell: without them all stands where it stood.
    await new Promise<void>((resolve) => this.#terminal.write(shown.replace(TURNS, ""), resolve));
    signal.throwIfAborted();
  }

  /** Output as it comes, from where it is, over lost connections and pauses in which nobody looks. */
  async #follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await untilSeen(signal);
      const hidden = new AbortController();
      const hide = (): void => hidden.abort();
      document.addEventListener("visibilitychange", hide, { once: true });
      try {
        if (await this.#followOnce(AbortSignal.any([signal, hidden.signal]))) return;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof ApiError && error.status === 404) return this.#failed(error.message);
      } finally {
        document.removeEventListener("visibilitychange", hide);
      }
      if (hidden.signal.aborted) continue;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      await untilOpen(signal);
    }
  }

  /** True when there will be no more. */
  async #followOnce(signal: AbortSignal): Promise<boolean> {
    const output = `${this.#id}:${this.#cursor}${this.#isTyping ? ":live" : ""}`;
    for await (const { event, data } of serverEvents(`/api/stream?output=${encodeURIComponent(output)}`, signal)) {
      if (event === "output_end") return await this.#isOver();
      const { text = "", cursor, missing_bytes = 0 } = data as Partial<OutputChunk>;
      if (missing_bytes > 0)
        this.#terminal.write(`\r\n\x1b[2m[${bytesOf(missing_bytes)} are not kept any more]\x1b[0m\r\n`);
      if (cursor !== undefined) this.#cursor = cursor;
      await this.#write(text, signal);
    }
    return false;
  }

  /** A daemon that stops ends its streams, too; the process lives on. */
  async #isOver(): Promise<boolean> {
    if ((await viewOf(this.#id)).status === "running") return false;
    this.mode.value = "ended";
    return true;
  }

  #mark(): void {
    const last = this.#marks.at(-1);
    if (last !== undefined && this.#line - last.line < MARK_EVERY_LINES) return;
    this.#marks.push({ marker: this.#terminal.registerMarker(0), line: this.#line });
    this.firstLine.value = this.#oldestLine();
  }

  /** Lines that the terminal has let go are not shown any more. */
  #oldestLine(): number {
    while (this.#marks[0]?.marker.isDisposed === true) this.#marks.shift();
    return this.#marks[0]?.line ?? 0;
  }
}
