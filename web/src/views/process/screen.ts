import { effect, type Signal, signal } from "@preact/signals";

import { InputQueue } from "../../api/input-queue.ts";
import { messageOf, pathOf, post } from "../../api/http.ts";
import type { Process } from "../../api/types.ts";
import { focusContent } from "../../state/focus.ts";
import { isDark, isTerminalRead } from "../../state/settings.ts";
import { createEmulator, type Emulator } from "../../terminal/emulator.ts";
import { LogSource } from "../../terminal/log-source.ts";
import { LogWindow } from "../../terminal/log-window.ts";
import { paletteOf } from "../../terminal/palette.ts";
import { followScrolling } from "./scrolling.ts";

/** A terminal on the page, with the log that it shows. */
export interface Screen {
  readonly window: LogWindow;
  /** Whether it stays at the newest line. */
  readonly isFollowing: Signal<boolean>;
  readonly isTyping: Signal<boolean>;
  readonly title: Signal<string>;
  readonly hovered: Signal<string>;
  readonly problem: Signal<string>;
  readonly emulator: Emulator;
  readonly input: InputQueue;
  /** Takes over what is known of the process now. */
  show(process: Process): void;
  startTyping(): void;
  toggleFollowing(): void;
  /** By so many lines; infinities lead to the beginning of the log and to its end. */
  scroll(lines: number): void;
  /** Gives the program's terminal the size that fits here. */
  fitProgram(): Promise<void>;
  dispose(): void;
}

export interface ScreenOptions {
  readonly host: HTMLElement;
  readonly id: string;
  readonly hasTerminal: boolean;
}

export function createScreen({ host, id, hasTerminal }: ScreenOptions): Screen {
  const [title, hovered, problem] = [signal(""), signal(""), signal("")];
  const [isFollowing, isTyping] = [signal(true), signal(false)];
  const emulator = createEmulator({ host, hasTerminal, hovered: (address) => (hovered.value = address) });
  const { terminal, fit } = emulator;
  const failed = (sentence: string): void => void (problem.value = sentence);
  const window = new LogWindow({ id, source: new LogSource(id), terminal, hasTerminal, failed });
  const input = new InputQueue(id, failed);
  const fitHere = (): void => (hasTerminal ? undefined : fit.fit());
  const observer = new ResizeObserver(fitHere);
  observer.observe(host);
  const stops = [
    effect(() => void (terminal.options.theme = paletteOf(isDark.value))),
    effect(() => void (terminal.options.screenReaderMode = isTerminalRead.value)),
    followScrolling({ terminal, window, isFollowing }),
    trackTyping({ emulator, window, input, isTyping, problem }),
  ];
  terminal.onTitleChange((text) => (title.value = text));
  fitHere();
  window.showEnd();
  return {
    window,
    isFollowing,
    isTyping,
    title,
    hovered,
    problem,
    emulator,
    input,
    show: ({ pty, status }) => {
      if (pty && (pty.cols !== terminal.cols || pty.rows !== terminal.rows)) terminal.resize(pty.cols, pty.rows);
      terminal.options.disableStdin = !pty || status !== "running";
      terminal.options.cursorBlink = status === "running" && pty !== undefined;
    },
    startTyping: () => terminal.focus(),
    scroll: (lines) => scrollBy(emulator, window, lines),
    toggleFollowing: () => {
      if (window.mode.value === "apart") window.showEnd();
      else if (isFollowing.value) terminal.scrollLines(-1);
      else terminal.scrollToBottom();
      isFollowing.value = !isFollowing.value;
    },
    fitProgram: async () => {
      const size = fit.proposeDimensions();
      if (!size) return;
      await post(pathOf(id, "/resize"), size).catch((error: unknown) => failed(messageOf(error)));
    },
    dispose: () => {
      observer.disconnect();
      window.close();
      for (const stop of stops) stop();
      emulator.dispose();
    },
  };
}

function scrollBy({ terminal }: Emulator, window: LogWindow, lines: number): void {
  if (lines === -Infinity) void window.showLine(0);
  else if (lines === Infinity) window.showEnd();
  else if (lines < 0 && terminal.buffer.active.viewportY === 0) window.showEarlier();
  else if (lines > 0 && terminal.buffer.active.viewportY >= terminal.buffer.active.baseY) window.showLater();
  else terminal.scrollLines(lines);
}

interface Typing {
  readonly emulator: Emulator;
  readonly window: LogWindow;
  readonly input: InputQueue;
  readonly isTyping: Signal<boolean>;
  readonly problem: Signal<string>;
}

/** Keys go to the program while its terminal has the focus, all but the one that leaves. */
function trackTyping({ emulator: { terminal }, window, input, isTyping, problem }: Typing): () => void {
  const { textarea } = terminal;
  const set = (is: boolean): void => {
    isTyping.value = is && terminal.options.disableStdin !== true;
    window.setTyping(isTyping.value);
  };
  const focus = (): void => set(true);
  const blur = (): void => set(false);
  textarea?.addEventListener("focus", focus);
  textarea?.addEventListener("blur", blur);
  terminal.attachCustomKeyEventHandler((event) => {
    if (!isTyping.value) return false;
    if (!event.ctrlKey || event.key !== "]") return true;
    event.preventDefault();
    focusContent();
    return false;
  });
  terminal.onData((text) => {
    problem.value = "";
    input.type(text);
  });
  return () => {
    textarea?.removeEventListener("focus", focus);
    textarea?.removeEventListener("blur", blur);
  };
}
