import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, expect, onTestFinished } from "vitest";

import { bellhop } from "../cli/real-cli.ts";
import { realHome } from "../daemon/real-home.ts";

/** A browser of the system; undefined where there is none, and then there is nothing to test. */
export const CHROMIUM: string | undefined = (process.env["PATH"] ?? "")
  .split(":")
  .map((folder) => join(folder, "chromium"))
  .find((path) => existsSync(path));

let running: Promise<Browser> | undefined;

afterAll(async () => {
  await (await running)?.close();
});

/** One for all tests of a file. */
function browser(): Promise<Browser> {
  // As root there is no sandbox; its pages are ours.
  running ??= chromium.launch({ executablePath: CHROMIUM ?? "", args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  return running;
}

export interface Site {
  readonly home: string;
  readonly url: string;
  /** `bellhop ARGS` in this home; what it printed. */
  run(...args: readonly string[]): Promise<string>;
  /** The page in a window of its own. A test during which it complains fails, for example about its policy. */
  open(options?: BrowserContextOptions): Promise<Page>;
}

/** A real home with its daemon, which serves the built page. */
export async function site(): Promise<Site> {
  const home = realHome();
  const run = async (...args: readonly string[]): Promise<string> => {
    const { code, out, err } = await bellhop(home, ...args);
    if (code !== 0) throw new Error(`bellhop ${args.join(" ")} failed: ${err}`);
    return out.trim();
  };
  const { url } = JSON.parse(await run("web", "--json")) as { url: string };
  return { home, url, run, open: (options) => open(url, options) };
}

async function open(url: string, options?: BrowserContextOptions): Promise<Page> {
  const context = await (await browser()).newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.stack ?? error.message));
  page.on("console", (message) => {
    // That the daemon does not answer is told by the browser, too; a test that kills it knows.
    if (message.type() === "error" && !message.text().includes("net::ERR_")) complaints.push(message.text());
  });
  onTestFinished(async () => {
    await context.close();
    expect(complaints).toEqual([]);
  });
  await page.goto(url);
  return page;
}

/** What the terminal shows now, row by row, without empty ones. */
export async function rowsOf(page: Page): Promise<readonly string[]> {
  const rows = await page.locator(".xterm-rows > div").allTextContents();
  return rows.map((row) => row.replaceAll("\u00a0", " ").trimEnd()).filter((row) => row !== "");
}

/** The row of the list of that name. */
export function row(page: Page, name: string) {
  return page.getByRole("row").filter({ has: page.locator("b", { hasText: new RegExp(`^${name}$`) }) });
}
