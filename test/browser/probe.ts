import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";

/** More than the suite has time for. */
export const PROVE: boolean = process.env["PROVE"] === "1";

const MEBIBYTE = 1_048_576;

/** What a person may see of a frame that took long, in milliseconds. */
const FRAME_MAX_MS = 200;
export const MEMORY_MAX_MB = 300;

/** A figure, printed by a proof. */
export function tell(what: string, figures: object): void {
  if (PROVE) process.stderr.write(`${what}: ${JSON.stringify(figures)}\n`);
}

export interface Smoothness {
  /** The longest time between two frames, in milliseconds. */
  readonly longestMs: number;
  /** The same of an empty page at the same time: what the machine did, not the page. */
  readonly idleMs: number;
}

/** How smooth a page stays while something is done to it. */
export async function smoothness(page: Page, act: () => Promise<void>): Promise<Smoothness> {
  const context = await page.context().browser()?.newContext();
  if (context === undefined) throw new Error("The page has no browser.");
  const idle = await context.newPage();
  await Promise.all([page, idle].map((one) => one.evaluate(COUNT_FRAMES)));
  await act();
  const [longestMs = 0, idleMs = 0] = await Promise.all([page, idle].map((one) => one.evaluate<number>(LONGEST_FRAME)));
  await context.close();
  return { longestMs: Math.round(longestMs), idleMs: Math.round(idleMs) };
}

/** No frame was long, but for what an empty page felt, too: other programs want these processors. */
function isSmooth({ longestMs, idleMs }: Smoothness): boolean {
  return longestMs < FRAME_MAX_MS + 2 * idleMs;
}

/** Other programs may hold up one frame of the page and none of the empty one; what the page itself does, it does each time. */
const TRIES = 3;

/** Fails unless it goes smoothly once; tells how each time was. */
export async function expectSmooth(act: (round: number) => Promise<Smoothness>): Promise<readonly Smoothness[]> {
  const rounds: Smoothness[] = [];
  while (rounds.length < TRIES && !rounds.some(isSmooth)) rounds.push(await act(rounds.length));
  expect(rounds.filter(isSmooth), `too long each time: ${JSON.stringify(rounds)}`).toHaveLength(1);
  return rounds;
}

const COUNT_FRAMES = `(() => {
  const frames = (globalThis.countedFrames = { longest: 0, isOn: true });
  let last = performance.now();
  const tick = () => {
    frames.longest = Math.max(frames.longest, performance.now() - last);
    last = performance.now();
    if (frames.isOn) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
})()`;
const LONGEST_FRAME = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
  countedFrames.isOn = false;
  resolve(countedFrames.longest);
})))`;

/** The memory of the largest page of this browser, in MiB: all that is its own, not only what JavaScript counts. */
export async function memoryMb(page: Page): Promise<number> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo = [] } = (await session?.send("SystemInfo.getProcessInfo")) ?? {};
  await session?.detach();
  return Math.max(...processInfo.filter(({ type }) => type === "renderer").map(({ id }) => ownBytes(id) / MEBIBYTE));
}

function ownBytes(pid: number): number {
  try {
    return Number(/^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1_024;
  } catch {
    return 0; // It has ended since.
  }
}

/** Fails the test if the page asks anything but `url`, goes anywhere else, or opens a dialog. */
export async function expectOnlyOurs(page: Page, url: string): Promise<void> {
  const { origin } = new URL(url);
  const foreign: string[] = [];
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  session.on("Network.requestWillBeSent", ({ request }) => {
    if (!request.url.startsWith(`${origin}/`)) foreign.push(request.url);
  });
  session.on("Network.webSocketCreated", (socket) => foreign.push(socket.url));
  page.on("framenavigated", (frame) => {
    if (frame !== page.mainFrame() || !frame.url().startsWith(`${origin}/`)) foreign.push(`went to ${frame.url()}`);
  });
  page.on("dialog", (dialog) => {
    foreign.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  onTestFinished(() => expect(foreign).toEqual([]));
}

/** Every line that the page's terminal holds, also those that are scrolled away. */
export function bufferOf(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(READ_BUFFER);
}

/** The page tells its terminal to nobody: it is looked for in the tree of its components. */
const READ_BUFFER = `(() => {
  const find = () => {
    const seen = new Set();
    const open = [document.querySelector("#page").__k];
    for (const value of open) {
      if (value === null || typeof value !== "object" || seen.has(value) || value instanceof Node || value === globalThis) continue;
      seen.add(value);
      if (typeof value.registerMarker === "function" && "buffer" in value && "options" in value) return value;
      for (const key of Object.keys(value)) {
        try { open.push(value[key]); } catch { /* It is not to be read now. */ }
      }
    }
    return undefined;
  };
  const terminal = find();
  if (terminal === undefined) return [];
  const { active } = terminal.buffer;
  const lines = [];
  for (let row = 0; row < active.length; row += 1) {
    const line = active.getLine(row);
    const text = line.translateToString(!(active.getLine(row + 1)?.isWrapped ?? false));
    if (line.isWrapped) lines[lines.length - 1] += text;
    else lines.push(text);
  }
  while (lines.at(-1) === "") lines.pop();
  return lines;
})()`;
