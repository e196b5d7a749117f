import axe from "axe-core";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";

import { realClient } from "../daemon/real-home.ts";
import { CHROMIUM, row, site } from "./browser.ts";

const NARROW = { width: 390, height: 800 };
const WIDE = { width: 1280, height: 800 };

describe.runIf(CHROMIUM !== undefined)("the page for everyone", () => {
  test("[PROOF-11] the list and the events have no serious fault, in any colours and width", async () => {
    const { page } = await filled();
    await expectFine(page, "list");
    await page.keyboard.press("j");
    await page.keyboard.press("/");
    await page.keyboard.type("nothing like this");
    await page.getByText("No process fits").waitFor();
    await expectFine(page, "no process fits");
    await page.getByRole("button", { name: "Show all" }).click();
    await page.getByRole("link", { name: /^Events/ }).click();
    await page.locator(".event summary").first().click();
    await expectFine(page, "events");
  });

  test("[PROOF-11] a process has none", async () => {
    const { page } = await filled();
    await row(page, "program").click();
    await page.getByText("hello").first().waitFor();
    await page.getByRole("region", { name: "Its processes" }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("hello");
    await page.locator(".hits button").first().waitFor();
    await expectFine(page, "a program in a terminal, a search");
    await page.locator("#find").press("Escape");
    await page.keyboard.press("l");
    await row(page, "reader").click();
    await page.getByLabel("A line for its standard input").waitFor();
    await expectFine(page, "a program that reads lines");
    await page.keyboard.press("l");
    await row(page, "ended").click();
    await page.getByRole("region", { name: "Its events" }).waitFor();
    await expectFine(page, "one that has ended");
  });

  test("[PROOF-11] the dialogs have none", async () => {
    const { page } = await filled();
    await page.keyboard.press("n");
    for (const title of ["Environment and input", "Ready and told", "Limits", "Owner"])
      await page.getByRole("dialog").getByText(title, { exact: true }).first().click();
    await page.getByLabel("Variables").fill("no variable");
    await page.getByRole("dialog").getByLabel("Command", { exact: true }).fill("true");
    await page.getByRole("dialog").getByRole("button", { name: "Start" }).click();
    await page.getByRole("alert").waitFor();
    await expectFine(page, "start");
    await leave(page);
    await page.keyboard.press("?");
    await expectFine(page, "help");
    await leave(page);
    await row(page, "program").click();
    for (const name of ["Stop", "Kill", "Restart", "Paste…", "Secret…"]) {
      await page.getByRole("button", { name, exact: true }).click();
      if (name === "Stop" || name === "Kill") await page.getByText(/This hits/).waitFor();
      await expectFine(page, name);
      await leave(page);
    }
  });
});

async function filled() {
  const { home, open } = await site();
  const remote = await realClient(home);
  const of = { shell: "plain", ownerTaskId: "ann", sessionKey: "chat" } as const;
  const colours = [30, 31, 32, 33, 34, 35, 36, 37, 90, 91, 97].map((code) => `\\033[${code}mcolour ${code}`).join(" ");
  await Promise.all([
    remote.start({
      ...of,
      command: `printf '${colours}\\033[0m\\nhello https://example.org\\n'; cat`,
      pty: true,
      name: "program",
    }),
    remote.start({ ...of, command: "read line", stdin: "pipe", name: "reader" }),
    remote.start({ ...of, command: "echo hello; exit 3", name: "ended", notifyOnComplete: true }),
    remote.start({ ...of, command: "true", name: "well" }),
    remote.start({ ...of, command: "sleep 1000", name: "waiting", ready: { pattern: "never" } }),
  ]);
  await remote.kill((await remote.start({ ...of, command: "sleep 1000", name: "killed" })).id);
  const page = await open();
  await row(page, "ended").getByText("code 3").waitFor();
  return { page };
}

async function leave(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** Everything once, and in the other colours and width what may differ there. */
async function expectFine(page: Page, where: string): Promise<void> {
  const found: string[] = [];
  for (const [viewport, colorScheme, rules] of [
    [WIDE, "light", undefined],
    [WIDE, "dark", ["color-contrast"]],
    [NARROW, "dark", undefined],
    [NARROW, "light", ["color-contrast"]],
  ] as const) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const faults = await faultsOf(page, rules);
    found.push(...faults.map((fault) => `${where}, ${colorScheme}, ${viewport.width}: ${fault}`));
  }
  await page.setViewportSize(WIDE);
  expect(found).toEqual([]);
}

async function faultsOf(page: Page, rules: readonly string[] | undefined): Promise<readonly string[]> {
  await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
  await page.evaluate(`globalThis.axe === undefined && (() => { ${axe.source} })()`);
  const options = { resultTypes: ["violations"], ...(rules && { runOnly: { type: "rule", values: rules } }) };
  return page.evaluate<readonly string[]>(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) => nodes.slice(0, 5).map((node) => id + ": " + node.html.slice(0, 160) + " " + (node.any[0]?.message ?? node.all[0]?.message ?? ""))))`);
}
