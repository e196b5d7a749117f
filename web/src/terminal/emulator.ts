import { FitAddon } from "@xterm/addon-fit";
import { SearchAddon } from "@xterm/addon-search";
import { WebLinksAddon } from "@xterm/addon-web-links";
import { Terminal } from "@xterm/xterm";
import "@xterm/xterm/css/xterm.css";

import { openUnderPolicy } from "./policy.ts";
import { isWebAddress, makeHarmless, openLink } from "./safety.ts";

export interface Emulator {
  readonly terminal: Terminal;
  readonly fit: FitAddon;
  readonly search: SearchAddon;
  dispose(): void;
}

export interface EmulatorOptions {
  readonly host: HTMLElement;
  /** It has a terminal of its own: line ends are as the terminal made them. */
  readonly hasTerminal: boolean;
  /** The address under the pointer; empty when there is none. */
  readonly hovered: (address: string) => void;
}

/** Lines that can be scrolled back to without asking for more; about 30 MB at 120 columns. */
const SCROLLBACK_LINES = 20_000;
const FONT = 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace';

export function createEmulator({ host, hasTerminal, hovered }: EmulatorOptions): Emulator {
  const link = {
    activate: openLink,
    hover: (_: MouseEvent, address: string) => hovered(isWebAddress(address) ? address : ""),
    leave: () => hovered(""),
  };
  const terminal = new Terminal({
    allowProposedApi: true, // The marks of a search.
    convertEol: !hasTerminal,
    scrollback: SCROLLBACK_LINES,
    fontFamily: FONT,
    fontSize: 13,
    lineHeight: 1.25,
    minimumContrastRatio: 4.5,
    disableStdin: true,
    logLevel: "off", // Bytes that mean nothing to a terminal are no news.
    linkHandler: { ...link, allowNonHttpProtocols: false },
  });
  const fit = new FitAddon();
  const search = new SearchAddon();
  terminal.loadAddon(fit);
  terminal.loadAddon(search);
  terminal.loadAddon(new WebLinksAddon(openLink, link));
  makeHarmless(terminal);
  const close = openUnderPolicy(terminal, host);
  if (terminal.textarea) terminal.textarea.tabIndex = -1; // Who walks with the tab key is not caught; a button leads in.
  return {
    terminal,
    fit,
    search,
    dispose: () => {
      terminal.dispose();
      close();
    },
  };
}
