import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";

import { realClient } from "../daemon/real-home.ts";
import { until } from "../support/until.ts";
import { CHROMIUM, row, rowsOf, site } from "./browser.ts";

describe.runIf(CHROMIUM !== undefined)("the page by keyboard", () => {
  test("[PROOF-8] the tab key leads to everything, and one sees where it is", async () => {
    const page = await filled();
    await expectAllReached(page);
    await row(page, "program").click();
    await page.getByRole("button", { name: "Type", exact: true }).waitFor();
    await page.getByRole("region", { name: "Its processes" }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("hello");
    await page.locator(".hits button").first().waitFor();
    await expectAllReached(page);
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: /^Events/ }).click();
    await page.locator(".event summary").first().click();
    await expectAllReached(page);
  });

  test("[PROOF-9] a dialog takes the focus, keeps it, and gives it back, however it is left", async () => {
    const page = await filled();
    await expectDialog(page, "Start");
    await expectDialog(page, "Keys and settings");
    await row(page, "program").click();
    for (const name of ["Interrupt", "Stop", "Kill", "Restart", "Paste…", "Secret…"]) await expectDialog(page, name);
    await page.getByRole("link", { name: /Back to the list/ }).focus();
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await focused(page)).toMatchObject({ label: "Back to the list; this ends nothing" });
  });

  test("[PROOF-10] the focus is never lost when what has it goes away", async () => {
    const page = await filled();
    await page.getByRole("button", { name: "Start", exact: true }).first().focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("echo begun; sleep 1000");
    await page.getByText("Environment and input").click();
    await page.getByLabel("Variables").fill("no variable");
    await page.getByRole("dialog").getByRole("button", { name: "Start" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    await expectFocus(page, "a refused start");
    await page.getByLabel("Variables").fill("");
    await page.getByLabel("Name", { exact: true }).press("Enter");
    await shows(page, "begun");
    await expectFocus(page, "a start");
    await page.keyboard.press("/");
    await page.keyboard.press("Escape");
    await page.locator("#find").waitFor({ state: "detached" });
    await expectFocus(page, "a search");
    await page.getByRole("button", { name: "Kill", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.getByText(/This hits/).waitFor();
    await page.keyboard.press("Tab");
    await page.getByRole("dialog").getByRole("button", { name: "Kill" }).press("Enter");
    await page.getByText("SIGKILL", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Kill", exact: true }).waitFor({ state: "detached" });
    await expectFocus(page, "a kill");
    await page.getByRole("button", { name: "Remove" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).press("Enter");
    await page.locator("#grid").waitFor();
    await expectFocus(page, "a removal");
    await row(page, "program").click();
    await shows(page, "hello");
    await page.keyboard.press("i");
    await page.keyboard.type("typed\n");
    await shows(page, "typed");
    await page.keyboard.press("Control+]");
    await expectFocus(page, "the terminal");
    await page.keyboard.press("Escape");
    await page.locator("#grid").waitFor();
    await expectFocus(page, "a process");
    await page.keyboard.press("/");
    await page.keyboard.type("zzz");
    await page.getByRole("button", { name: "Show all" }).focus();
    await page.keyboard.press("Enter");
    await page.locator("#grid").waitFor();
    await expectFocus(page, "a filter");
  });
});

/** The list of a home with a program that runs, one that waits for lines, and one that has ended. */
async function filled(): Promise<Page> {
  const { home, open } = await site();
  const remote = await realClient(home);
  const of = { shell: "plain", ownerTaskId: "ann", sessionKey: "chat" } as const;
  await Promise.all([
    remote.start({ ...of, command: "echo hello; cat", pty: true, name: "program" }),
    remote.start({ ...of, command: "read line", stdin: "pipe", name: "reader" }),
    remote.start({ ...of, command: "exit 3", name: "ended", notifyOnComplete: true }),
  ]);
  const page = await open();
  await row(page, "ended").getByText("code 3").waitFor();
  return page;
}

interface Stop {
  /** The same for the same element; -1: nothing has the focus. */
  readonly place: number;
  readonly label: string;
  /** Whether one sees that it has the focus. */
  readonly isMarked: boolean;
  readonly isInDialog: boolean;
}

function focused(page: Page): Promise<Stop> {
  return page.evaluate<Stop>(`(${FOCUSED})()`);
}

/** Once around with the tab key. */
async function walk(page: Page): Promise<readonly Stop[]> {
  const stops: Stop[] = [];
  for (let press = 0; press < 150; press += 1) {
    await page.keyboard.press("Tab");
    const stop = await focused(page);
    if (stops.some(({ place }) => place === stop.place)) return stops;
    if (stop.place >= 0) stops.push(stop);
  }
  throw new Error(`No way around: ${stops.map(({ label }) => label).join(", ")}`);
}

async function expectAllReached(page: Page): Promise<void> {
  let seen: { readonly missed: readonly string[]; readonly unmarked: readonly string[] } | undefined;
  // What has just come (an event, a hit of the search) was not there while it was walked: then once more.
  await until(
    async () => {
      const stops = await walk(page);
      const places = stops.map(({ place }) => place);
      const missed = await page.evaluate<readonly string[]>(`(${MISSED})(${JSON.stringify(places)})`);
      seen = { missed, unmarked: stops.filter(({ isMarked }) => !isMarked).map(({ label }) => label) };
      return seen.missed.length + seen.unmarked.length === 0;
    },
    { what: "the tab key to reach and mark everything", seen: () => seen },
  );
}

/** Opened by its button; left by escape, then by its own button. */
async function expectDialog(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name, exact: true }).first();
  const dialog = page.getByRole("dialog");
  for (const leave of ["Escape", "button"]) {
    await button.focus();
    await page.keyboard.press("Enter");
    await dialog.waitFor();
    expect(await focused(page)).toMatchObject({ isInDialog: true });
    if (leave === "button") {
      const stops = await walk(page);
      expect(stops.filter(({ isInDialog, isMarked }) => !isInDialog || !isMarked)).toEqual([]);
      await dialog.getByRole("button", { name: /^(?:Cancel|Close)$/ }).press("Enter");
    } else await page.keyboard.press(leave);
    await dialog.waitFor({ state: "detached" });
    await page.locator(":focus").and(button).waitFor();
  }
}

/** It stays for as long as a person needs to press the next key. */
async function expectFocus(page: Page, after: string): Promise<void> {
  await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
  const { place } = await focused(page);
  expect({ after, isLost: place < 0 }).toEqual({ after, isLost: false });
}

const FOCUSED = `() => {
  const seen = (globalThis.seenStops ??= []);
  const element = document.activeElement;
  if (element === null || element === document.body) return { place: -1, label: "", isMarked: false, isInDialog: false };
  if (!seen.includes(element)) seen.push(element);
  const isMarked = [element, element.nextElementSibling, element.closest("label")].some((one) => {
    if (!one) return false;
    const style = getComputedStyle(one);
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
  });
  const box = element.getBoundingClientRect();
  const isInView = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
  return {
    place: seen.indexOf(element),
    label: element.labels?.[0]?.textContent.trim() || element.getAttribute("aria-label") || element.textContent.trim().slice(0, 60) || element.tagName,
    isMarked: isMarked && isInView,
    isInDialog: element.closest("dialog") !== null,
  };
}`;

/** What a mouse reaches and these stops do not. Of a group of radio buttons one stop is enough: arrows lead on. */
const MISSED = `(places) => {
  const reached = new Set(places.map((place) => seenStops[place]));
  const groups = new Set([...reached].filter((one) => one.type === "radio").map((one) => one.name));
  return [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")]
    .filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => !reached.has(one) && !(one.type === "radio" && groups.has(one.name)))
    .map((one) => one.outerHTML.slice(0, 120));
}`;

async function shows(page: Page, text: string): Promise<void> {
  await until(async () => (await rowsOf(page)).some((one) => one.includes(text)), {
    what: `"${text}" in the terminal`,
  });
}
