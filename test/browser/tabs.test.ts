import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";

import type { RemoteBellhop } from "../../src/surfaces/client/contract.ts";
import { realClient } from "../daemon/real-home.ts";
import { logOf } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";
import { CHROMIUM, row, type Site, site } from "./browser.ts";
import { bufferOf } from "./probe.ts";

/** Lines with colours and wide letters, some written in two pieces, until a file is there. */
const TALK = `i=0; while [ ! -e stop ]; do i=$((i+1)); printf 'line %s ' $i; [ $((i % 7)) = 0 ] && sleep 0.02; printf '\\033[3%sm\\303\\244\\346\\274\\242\\033[0m end %s\\n' $((i % 8)) $i; done; echo done`;
const ESCAPES = new RegExp(`${String.fromCodePoint(27)}\\[\\d*m`, "g");
const GROWTH_BYTES = 2_000;

describe.runIf(CHROMIUM !== undefined)("tabs over time", () => {
  test("[WEB-2] a link on another page leads to it, and the token is in no address after that", async () => {
    const at = await site();
    const browser = (await at.open()).context().browser();
    const context = await browser?.newContext(); // Without a cookie.
    onTestFinished(async () => context?.close());
    const page = await context?.newPage();
    await page?.goto(`data:text/html,<a href="${at.url}">Look</a>`);
    await page?.getByRole("link", { name: "Look" }).click();
    await page?.getByRole("link", { name: /^Processes/ }).waitFor();
    expect(page?.url()).not.toContain("token");
  });

  test("[PROOF-12] each has all of the output once: killed daemons, a hidden tab, a frozen one, one that comes late", async () => {
    const talk = await talking(false);
    const first = await talk.at.open();
    await show(first);
    const second = await another(talk, first);
    await growth(talk);
    await look(second, false);
    await killDaemon(talk);
    const third = await another(talk, first);
    await growth(talk);
    await freeze(third, true);
    await killDaemon(talk);
    await growth(talk);
    await freeze(third, false);
    await look(second, true);
    await growth(talk);
    await stop(talk);
    for (const page of [first, second, third]) {
      await expectWholeLog(page, talk);
      await expectOneEnding(page);
    }
  });

  test("[PROOF-12] so has one where somebody types into the terminal now and then", async () => {
    const talk = await talking(true);
    const page = await talk.at.open();
    await show(page);
    for (let turn = 0; turn < 6; turn += 1) {
      await page.keyboard.press("i");
      await page.getByText("What you type goes to the program").waitFor();
      await growth(talk);
      await page.keyboard.press("Control+]");
      if (turn === 3) await killDaemon(talk);
    }
    await stop(talk);
    await expectWholeLog(page, talk);
  });
});

interface Talk {
  readonly at: Site;
  readonly remote: RemoteBellhop;
  readonly id: string;
  readonly cwd: string;
}

async function talking(pty: boolean): Promise<Talk> {
  const at = await site();
  const remote = await realClient(at.home);
  const cwd = temporaryDirectory();
  const options = { command: TALK, cwd, pty, shell: "plain", name: "talker", notifyOnComplete: true } as const;
  const { id } = await remote.start(options);
  return { at, remote, id, cwd };
}

async function another({ at }: Talk, page: Page): Promise<Page> {
  const next = await page.context().newPage();
  await next.goto(at.url);
  await show(next);
  return next;
}

async function show(page: Page): Promise<void> {
  await row(page, "talker").click();
  await until(async () => (await bufferOf(page)).length > 1, { what: "output" });
}

async function growth({ remote, id }: Talk): Promise<void> {
  const before = (await logOf(remote, id, { limit: 1 })).cursor;
  await until(async () => (await logOf(remote, id, { limit: 1 })).cursor > before + GROWTH_BYTES, {
    what: "more output",
  });
}

async function killDaemon({ at }: Talk): Promise<void> {
  const { pid } = JSON.parse(await at.run("daemon", "status", "--json")) as { pid: number };
  process.kill(pid, "SIGKILL");
  await at.run("ps");
}

async function stop({ remote, id, cwd }: Talk): Promise<void> {
  writeFileSync(join(cwd, "stop"), "");
  await remote.wait(id);
}

/** As when a tab is put behind another one, or in front again. */
async function look(page: Page, isSeen: boolean): Promise<void> {
  await page.evaluate(
    `Object.defineProperty(document, "hidden", { value: ${!isSeen}, configurable: true }); document.dispatchEvent(new Event("visibilitychange"))`,
  );
}

/** As a browser does with tabs that nobody has looked at for long: nothing of it runs. */
async function freeze(page: Page, isFrozen: boolean): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setWebLifecycleState", { state: isFrozen ? "frozen" : "active" });
  await session.detach();
}

/** What the terminal holds is what the daemon has kept, line by line. */
async function expectWholeLog(page: Page, { at, id }: Talk): Promise<void> {
  const url = new URL(at.url);
  const headers = { Authorization: `Bearer ${url.searchParams.get("token")}` };
  const log = await (await fetch(new URL(`/api/processes/${id}/download`, url), { headers })).text();
  const lines = log.replaceAll("\r", "").replace(ESCAPES, "").trimEnd().split("\n");
  let seen: readonly string[] = [];
  await until(async () => (seen = await bufferOf(page)).at(-1) === "done", {
    what: "the last line",
    seen: () => seen.slice(-3),
  });
  expect(lines.length).toBeGreaterThan(500);
  expect(seen.map((line) => line.trimEnd())).toEqual(lines);
}

async function expectOneEnding(page: Page): Promise<void> {
  await page.keyboard.press("l");
  await row(page, "talker").getByText("code 0").waitFor();
  expect(await page.locator(".row").count()).toBe(1);
  await page.keyboard.press("e");
  const ending = page.getByRole("listitem").filter({ hasText: "completion" });
  await ending.first().waitFor();
  expect(await ending.count()).toBe(1);
}
