import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";

import { ROOT } from "../support/sources.ts";
import { until } from "../support/until.ts";
import { CHROMIUM, row, rowsOf, site } from "./browser.ts";

const COUNTER = "for i in $(seq 1 1000); do echo line $i; sleep 0.1; done";
const DIST = join(ROOT, "dist", "web");

test("[PAGE-10] the page is small, and has nothing inline", () => {
  const packed = readdirSync(join(DIST, "assets")).filter((name) => name.endsWith(".br"));
  const bytes = packed.reduce((sum, name) => sum + statSync(join(DIST, "assets", name)).size, 0);
  const html = readFileSync(join(DIST, "index.html"), "utf8");
  expect({
    isSmall: bytes > 10_000 && bytes <= 250 * 1_024,
    inline: /<style|\son\w+=|<script(?![^>]*src=)/.test(html),
  }).toEqual({
    isSmall: true,
    inline: false,
  });
});

describe.runIf(CHROMIUM !== undefined)("the page in a browser", () => {
  test("[PAGE-1] starts a command with options, shows its output as it comes, and its end", async () => {
    const page = await (await site()).open();
    await page.getByRole("button", { name: "Start a command" }).first().click();
    await page.getByLabel("Command", { exact: true }).fill('echo "hello $WHO"; read line; echo "got $line"; exit 3');
    await page.getByLabel("Name", { exact: true }).fill("greeter");
    await page.getByText("Environment and input").click();
    await page.getByLabel("Variables").fill("WHO=world");
    await page.getByLabel("Standard input").selectOption("pipe");
    await page.getByRole("dialog").getByRole("button", { name: "Start" }).click();
    await shows(page, "hello world");
    await page.getByLabel("A line for its standard input").fill("this");
    await page.getByRole("button", { name: "Send" }).click();
    await shows(page, "got this");
    await page.getByText("code 3", { exact: true }).waitFor();
    await page.getByRole("link", { name: /Back to the list/ }).click();
    await row(page, "greeter").getByText("code 3").waitFor();
  });

  test("[PAGE-2] begins near the end, and finds what stands far before it", async () => {
    const { run, open } = await site();
    await run(
      "run",
      "--wait",
      "--shell",
      "plain",
      "--name",
      "long",
      "--",
      "seq 1 60000; echo a Needle here; seq 60002 120000",
    );
    const page = await open();
    await row(page, "long").click();
    await shows(page, "120000");
    await page.getByRole("button", { name: /Show earlier lines/ }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("needle");
    await page.getByRole("button", { name: /60,?001 a Needle here/ }).click();
    await until(async () => (await rowsOf(page)).includes("a Needle here"), { what: "the line that was found" });
    await page.locator("#find").fill(":500");
    await page.keyboard.press("Enter");
    await until(async () => (await rowsOf(page))[0] === "500", { what: "line 500 at the top" });
    await page.getByText("An earlier part").waitFor();
    await page.locator("#find").press("Escape");
    await page.keyboard.press("g");
    await until(async () => (await rowsOf(page))[0] === "1", { what: "the first line" });
    await until(async () => (await page.keyboard.press("PageDown"), Number((await rowsOf(page)).at(-1)) >= 6_000), {
      what: "what follows the part that is shown",
    });
    await page.keyboard.press("G");
    await shows(page, "120000");
    await page.getByRole("button", { name: "Follow", pressed: true }).waitFor();
  });

  test("[PAGE-3] types into a program, presses its keys, and gives it another size when asked to", async () => {
    const { run, open } = await site();
    await run("run", "--shell", "plain", "--pty", "--name", "repl", "--", "python3 -i");
    const page = await open();
    await row(page, "repl").click();
    await shows(page, ">>>");
    await page.keyboard.press("i");
    await page.keyboard.type("import os; print(6 * 7, os.get_terminal_size().columns)\n");
    await shows(page, "42 120");
    await page.getByRole("button", { name: /^Fit/ }).click();
    await page.getByRole("button", { name: /^Fit (?!120)/ }).waitFor();
    await page.getByRole("button", { name: "Type", exact: true }).click();
    await page.keyboard.type("print(os.get_terminal_size().columns != 120)\n");
    await shows(page, "True");
    await page.keyboard.press("Control+]");
    await page.getByRole("button", { name: "Ctrl+C", exact: true }).click();
    await shows(page, "KeyboardInterrupt");
    await page.keyboard.press("Escape");
    await row(page, "repl").getByText("running").waitFor();
  });

  test("[PAGE-4] says what a kill will hit before it does; leaving ends nothing", async () => {
    const { run, open } = await site();
    await run("run", "--shell", "plain", "--name", "family", "--", "sleep 1000 & sleep 1001");
    const page = await open();
    await row(page, "family").click();
    await page.getByRole("button", { name: "Kill", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("3 processes").waitFor();
    expect(await dialog.getByText("sleep").count()).toBe(2);
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: /Back to the list/ }).click();
    await row(page, "family").getByText("running").waitFor();
    await row(page, "family").click();
    await page.getByRole("button", { name: "Kill", exact: true }).click();
    await dialog.getByRole("button", { name: "Kill" }).click();
    await page.getByText("SIGKILL", { exact: true }).first().waitFor();
    expect(JSON.parse(await run("show", "family", "--json"))).toMatchObject({
      status: "exited",
      termination_source: "bellhop.web",
    });
  });

  test("[PAGE-5] narrows the list", async () => {
    const { run, open } = await site();
    const start = (name: string, owner: string, command: string) =>
      run("run", "--shell", "plain", "--name", name, "--owner", owner, "--session", `chat-${owner}`, "--", command);
    await Promise.all([
      start("server", "ann", "sleep 1000"),
      start("tests", "ann", "exit 1"),
      start("lint", "bob", "true"),
    ]);
    const page = await open();
    const names = async () => (await page.locator(".row b").allTextContents()).toSorted();
    const expectNames = (...wanted: readonly string[]) =>
      until(async () => JSON.stringify(await names()) === JSON.stringify(wanted), { what: wanted.join() });
    await page.getByText("ended 2", { exact: false }).waitFor();
    await expectNames("lint", "server", "tests");
    await page.getByText("failed", { exact: false }).first().click();
    await expectNames("tests");
    await page.getByText("all", { exact: false }).first().click();
    await page.getByLabel("Owner").selectOption("bob");
    await expectNames("lint");
    await page.getByLabel("Owner").selectOption("");
    await page.getByLabel("Conversation").selectOption("chat-ann");
    await expectNames("server", "tests");
    await page.getByRole("searchbox").fill("sleep");
    await expectNames("server");
    await page.getByRole("searchbox").fill("nothing like this");
    await page.getByRole("button", { name: "Show all" }).click();
    await expectNames("lint", "server", "tests");
  });

  test("[PAGE-6] shows events as they come and are taken", async () => {
    const { run, open } = await site();
    const page = await open();
    await page.getByRole("link", { name: /Events/ }).click();
    await page.getByText("No event").waitFor();
    await run("run", "--shell", "plain", "--name", "job", "--notify", "--owner", "task-9", "--", "echo done; exit 2");
    const event = page.getByRole("listitem").filter({ hasText: "completion" });
    await event.getByText("waiting").waitFor();
    await event.getByRole("link", { name: "job" }).waitFor();
    await event.getByText("for task-9").waitFor();
    expect(JSON.parse(await run("drain", "--json"))).toMatchObject({ events: [{ event: { type: "completion" } }] });
    await event.getByText(/^taken/).waitFor();
  });

  test("[PAGE-7] everything by keyboard: start, look, search, stop, come back", async () => {
    const page = await (await site()).open();
    await page.getByText("Nothing runs").waitFor();
    await page.keyboard.press("n");
    await page.keyboard.type("echo ready; sleep 1000");
    await page.keyboard.press("Enter");
    await shows(page, "ready");
    await page.keyboard.press("/");
    await page.keyboard.type("read");
    await page.locator(".hits button").first().waitFor();
    await page.keyboard.press("Escape");
    await page.locator("#find").waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await page.locator(".row").waitFor();
    await page.keyboard.press("j");
    await page.locator('.row[aria-selected="true"]').waitFor();
    await page.keyboard.press("Enter");
    await shows(page, "ready");
    await page.keyboard.press("x");
    await page.getByText(/This hits/).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("SIGTERM", { exact: true }).first().waitFor();
    await page.keyboard.press("?");
    await page.getByRole("heading", { name: "Keys and settings" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("e");
    await page.getByRole("heading", { name: "Events" }).waitFor();
  });

  test("[PAGE-8] goes on where it was when the daemon was killed, or stopped, and is back", async () => {
    const { run, open } = await site();
    await run("run", "--shell", "plain", "--name", "counter", "--", COUNTER);
    const page = await open();
    await row(page, "counter").click();
    await shows(page, "line 3");
    const { pid } = JSON.parse(await run("daemon", "status", "--json")) as { pid: number };
    for (const end of [async () => process.kill(pid, "SIGKILL"), () => run("daemon", "stop")]) {
      await end();
      await page.getByText("The daemon does not answer").waitFor();
      const atLoss = lastOf(await rowsOf(page));
      await run("ps");
      await page.getByText("The daemon does not answer").waitFor({ state: "detached" });
      await until(async () => lastOf(await rowsOf(page)) > atLoss + 5, { what: "more output" });
      await expectNoGap(page);
    }
  });

  test("[PAGE-12] asks for nothing while nobody looks, and has missed nothing then", async () => {
    const { run, open } = await site();
    await run("run", "--shell", "plain", "--name", "counter", "--", COUNTER);
    const page = await open();
    const asked = new Set<unknown>();
    page.on("request", (request) => asked.add(request));
    for (const event of ["requestfinished", "requestfailed"] as const)
      page.on(event as "requestfinished", (request) => asked.delete(request));
    await row(page, "counter").click();
    await shows(page, "line 3");
    await look(page, false);
    await until(() => asked.size === 0, { what: "the end of all requests" });
    const before = lastOf(await rowsOf(page));
    await run("wait", "counter", "--for", `pattern:/^line ${before + 12}$/`, "--timeout", "20");
    expect([asked.size, lastOf(await rowsOf(page))]).toEqual([0, before]);
    await look(page, true);
    await shows(page, `line ${before + 12}`);
    await expectNoGap(page);
  });

  test("[PAGE-9] output and names are only ever text", async () => {
    const { run, open } = await site();
    const evil = String.raw`stty raw -echo min 0 time 50; printf '\033]52;c;aGFja2Vk\007\033]2;<b>title</b>\007\033]8;;javascript:alert(1)\007bad link\033]8;;\007 <img src=x onerror=alert(1)>\r\n\033[c'; cat | tr -cd c | wc -c; echo counted; sleep 1000`;
    await run("run", "--shell", "plain", "--pty", "--name", "evil", "--", `: '<script>alert(1)</script>'; ${evil}`);
    const page = await open({ permissions: ["clipboard-read", "clipboard-write"] });
    page.on("dialog", (dialog) => expect(dialog.message()).toBe("no dialog"));
    await page.evaluate("navigator.clipboard.writeText('mine')");
    await row(page, "evil").click();
    await shows(page, "bad link <img src=x onerror=alert(1)>");
    await page.getByText("<b>title</b>", { exact: true }).waitFor();
    await page.locator(".xterm-rows").getByText("bad link").click({ force: true });
    await shows(page, "counted");
    expect((await rowsOf(page)).map((one) => one.trim())).toContain("1"); // One answer to its question: the daemon's.
    expect({
      clipboard: await page.evaluate("navigator.clipboard.readText()"),
      images: await page.locator("img").count(),
      pages: page.context().pages().length,
    }).toEqual({ clipboard: "mine", images: 0, pages: 1 });
  });
});

/** Waits until a row of the terminal contains the text. */
async function shows(page: Page, text: string): Promise<void> {
  let seen: readonly string[] = [];
  await until(async () => (seen = await rowsOf(page)).some((one) => one.includes(text)), {
    what: `"${text}" in the terminal`,
    seen: () => seen.slice(-10),
  });
}

/** As when the page's tab is put behind another one, or in front again. */
async function look(page: Page, isSeen: boolean): Promise<void> {
  await page.evaluate(
    `Object.defineProperty(document, "hidden", { value: ${!isSeen}, configurable: true }); document.dispatchEvent(new Event("visibilitychange"))`,
  );
}

/** Each row is the one that follows the row above. */
async function expectNoGap(page: Page): Promise<void> {
  const numbers = (await rowsOf(page)).map(numberOf);
  expect(numbers).toEqual(numbers.map((_, place) => (numbers[0] ?? 0) + place));
}

function numberOf(line: string): number {
  return Number(/^line (\d+)$/.exec(line)?.[1] ?? Number.NaN);
}

function lastOf(lines: readonly string[]): number {
  return numberOf(lines.at(-1) ?? "");
}
