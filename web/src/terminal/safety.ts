import type { IDisposable, Terminal } from "@xterm/xterm";

/**
 * What output must not do here. Bellhop itself answers what a program asks of its terminal: a page that shows the same output,
 * perhaps an hour later, would type a second answer into it. And no output reaches the clipboard (OSC 52).
 */
export function makeHarmless({ parser }: Terminal): readonly IDisposable[] {
  const ignored = (): boolean => true;
  return [
    parser.registerOscHandler(52, ignored),
    ...ASKS.map((id) => parser.registerCsiHandler(id, ignored)),
    ...COLOUR_ASKS.map((code) => parser.registerOscHandler(code, (data) => data.includes("?"))),
    parser.registerDcsHandler({ intermediates: "$", final: "q" }, ignored),
    parser.registerDcsHandler({ intermediates: "+", final: "q" }, ignored),
  ];
}

/** Device attributes, reports of status and cursor, modes, sizes. */
const ASKS = [
  { final: "c" },
  { prefix: ">", final: "c" },
  { prefix: "=", final: "c" },
  { final: "n" },
  { prefix: "?", final: "n" },
  { intermediates: "$", final: "p" },
  { prefix: "?", intermediates: "$", final: "p" },
  { prefix: ">", final: "q" },
  { final: "t" },
] as const;
const COLOUR_ASKS = [4, 10, 11, 12];

/** Opens what a program has printed as a link, if it leads into the web, without telling it who we are. */
export function openLink(_: MouseEvent, address: string): void {
  if (isWebAddress(address)) window.open(address, "_blank", "noopener,noreferrer");
}

export function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
