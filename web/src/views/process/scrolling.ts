import type { Signal } from "@preact/signals";
import type { Terminal } from "@xterm/xterm";

import type { LogWindow } from "../../terminal/log-window.ts";

interface Scrolled {
  readonly terminal: Terminal;
  readonly window: LogWindow;
  readonly isFollowing: Signal<boolean>;
}

/** Who scrolls up stops following, and at the ends the next part of the log comes. */
export function followScrolling({ terminal, window, isFollowing }: Scrolled): () => void {
  let before = 0;
  const rendered = terminal.onRender(() => {
    const { viewportY, baseY } = terminal.buffer.active;
    const [was, isLoading] = [before, window.mode.value === "loading"];
    before = viewportY;
    if (isLoading) return;
    isFollowing.value = viewportY >= baseY && window.mode.value !== "apart";
    if (viewportY === 0 && was > 0) window.showEarlier();
    if (viewportY >= baseY && was < viewportY) window.showLater();
  });
  return () => rendered.dispose();
}
