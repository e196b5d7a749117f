import { createServer } from "node:http";
import { chmodSync, copyFileSync, mkdirSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";

import { realClient } from "../daemon/real-home.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";
import { CHROMIUM, row, rowsOf, site } from "./browser.ts";
import { expectOnlyOurs } from "./probe.ts";

const ESC = "\u001b";
const BEL = "\u0007";
const ST = `${ESC}\\`;

describe.runIf(CHROMIUM !== undefined)("what a program prints and is called, on the page", () => {
  test("[PROOF-5] is text everywhere, and never acts", async () => {
    const { home, url, open } = await site();
    const remote = await realClient(home);
    const trap = await trapped();
    const evil = markup(trap.url);
    const cwd = join(temporaryDirectory(), "<img src=x onerror=alert(6)><script>alert(7)<");
    mkdirSync(cwd);
    const program = join(cwd, "<img src=x>");
    copyFileSync("/bin/sleep", program);
    chmodSync(program, 0o755);
    await remote.start({
      command: `echo '${evil}'; '${program}' 1000 & wait`,
      cwd,
      shell: "plain",
      name: "evil",
      ownerTaskId: `owner ${evil}`,
      taskId: `task ${evil}`,
      sessionKey: `session ${evil}`,
      watchPatterns: ["onerror"],
    });
    await remote.start({ command: `echo '${evil}'; exit 3`, shell: "plain", name: "ended", notifyOnComplete: true });
    const page = await open({ permissions: ["clipboard-read", "clipboard-write"] });
    await expectOnlyOurs(page, url);
    await page.reload();
    await row(page, "evil").waitFor();
    await page.getByLabel("Owner").selectOption(`owner ${evil}`);
    await page.getByRole("searchbox").fill(evil.slice(0, 40));
    await row(page, "evil").waitFor();
    await expectText(page);
    await row(page, "evil").click();
    await shows(page, "<script>");
    await page.getByRole("region", { name: "Its processes" }).getByText("<img src=x>").waitFor();
    await page.getByRole("region", { name: "Facts" }).getByText(evil.slice(0, 40)).first().waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("<script>");
    await page.locator(".hits button").first().click();
    await expectText(page);
    await page.locator("#find").press("Escape");
    await page.getByRole("button", { name: "Kill", exact: true }).click();
    await page.getByRole("dialog").getByText("<img src=x>").waitFor();
    await expectText(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("e");
    for (const type of ["completion", "watch match"]) {
      const event = page.getByRole("listitem").filter({ hasText: type }).first();
      await event.locator("summary").click();
      await event.locator("pre").getByText("onerror").waitFor();
    }
    await expectText(page);
    expect(trap.asked).toEqual([]);
  });

  test("[PROOF-6] cannot reach through the terminal: links, titles, clipboard, questions, files", async () => {
    const { home, url, open } = await site();
    const remote = await realClient(home);
    const trap = await trapped();
    const text = sequences(trap.url).join("\r\n");
    const command = `printf %s "$BASE" | base64 -d; sleep 1000`;
    const env = { BASE: Buffer.from(`${text}\r\nthe end\r\n`).toString("base64") };
    await remote.start({ command, env, shell: "plain", pty: { rows: 30, cols: 100 }, name: "sequences" });
    const page = await open({ permissions: ["clipboard-read", "clipboard-write"] });
    await expectOnlyOurs(page, url);
    await page.evaluate("navigator.clipboard.writeText('mine')");
    await row(page, "sequences").click();
    await shows(page, "the end");
    await page.getByText("<img src=x onerror=alert(2)>", { exact: true }).waitFor();
    for (const link of ["javascript", "data", "file", "page", "vbscript", "blob"]) {
      await clickOn(page, `bad ${link}`);
    }
    expect(page.context().pages().length).toBe(1);
    expect({
      clipboard: await page.evaluate("navigator.clipboard.readText()"),
      title: await page.title(),
      asked: trap.asked,
    }).toEqual({ clipboard: "mine", title: "(1) Bellhop", asked: [] });
    await expectText(page);
    // What leads into the web opens, as who clicks wants; the other page learns nothing of this one.
    const opened = page.context().waitForEvent("page");
    await clickOn(page, "good link");
    const other = await opened;
    await until(() => trap.asked.includes("/good"), { what: "the page of the good link" });
    expect({ opener: await other.evaluate("String(opener)"), referrers: trap.referrers }).toEqual({
      opener: "null",
      referrers: [],
    });
  });

  test("[PROOF-7] is shown in its order, however long, with whatever bytes", async () => {
    const { home, open } = await site();
    const remote = await realClient(home);
    const command = `printf 'a\\000b\\001\\177 nul\\n'; printf 'ab\\342\\200\\256cdef\\342\\201\\247 turned\\n'; printf '\\377\\376 bytes\\n'; head -c 3000000 /dev/zero | tr '\\0' x; printf 'end\\nlast line\\n'`;
    await remote.start({ command, shell: "plain", name: "bytes\u202E".slice(0, 5) });
    await remote.start({
      command: `: ab\u202Ecdef; sleep 1000`,
      shell: "plain",
      name: "turner",
      ownerTaskId: "ab\u202Ecdef",
    });
    const page = await open();
    await row(page, "turner").waitFor();
    expect(await page.locator("#page").innerText()).not.toMatch(TURNS);
    await row(page, "bytes").click();
    await shows(page, "last line");
    await page.keyboard.press("g");
    await shows(page, "turned");
    const rows = await rowsOf(page);
    expect(rows.slice(0, 3).join("\n")).not.toMatch(TURNS);
    expect(await page.evaluate(places("cdef"))).toEqual([0, 1, 2, 3]);
    expect(rows[0]).toMatch(/nul$/);
    expect(rows[2]).toMatch(/bytes$/);
  });
});

/** Characters that turn the order of what follows. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/;

/** Asked by nobody: a server that no answer of ours may lead to. */
async function trapped() {
  const asked: string[] = [];
  const referrers: string[] = [];
  const server = createServer(({ url = "", headers }, response) => {
    asked.push(url);
    if (headers.referer !== undefined && !headers.referer.endsWith("/good")) referrers.push(headers.referer);
    response.end("<!doctype html><title>elsewhere</title>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, referrers };
}

/** Would run, ask or open something wherever it became markup. */
function markup(trap: string): string {
  return `<script>alert(1)</script><img src=x onerror=alert(2)><svg onload=alert(3)><a href=javascript:alert(4)>x</a><img src=${trap}/img><iframe src=${trap}/frame></iframe><style>@import url(${trap}/css)</style>`;
}

/** What terminals have been made to do by what they show. */
function sequences(trap: string): readonly string[] {
  const link = (address: string, name: string): string => `${ESC}]8;;${address}${ST}${name}${ESC}]8;;${ST}`;
  return [
    link("javascript:alert(1)", "bad javascript"),
    link(`data:text/html,<script src=${trap}/data></script>`, "bad data"),
    link("file:///etc/passwd", "bad file"),
    link("#/events", "bad page"),
    link("vbscript:alert(1)", "bad vbscript"),
    link(`blob:${trap}/blob`, "bad blob"),
    link(`${trap}/good`, "good link"),
    `${ESC}]52;c;${Buffer.from("stolen").toString("base64")}${BEL}${ESC}]52;;?${BEL}`,
    `${ESC}]0;<script>alert(1)</script>${BEL}${ESC}]1;icon${BEL}`,
    `${ESC}]7;file://elsewhere/${BEL}${ESC}]9;a note${BEL}${ESC}]777;notify;a;b${BEL}`,
    `${ESC}]1337;File=inline=1:${Buffer.from("GIF89a").toString("base64")}${BEL}${ESC}]1337;OpenURL=:${trap}/url${BEL}`,
    `${ESC}P$qm${ST}${ESC}P+q544e${ST}${ESC}P0;1|17/ab${ST}${ESC}Pq#0;2;0;0;0#0~~${ST}${ESC}_Gf=24,a=T;AAAA${ST}${ESC}^pm${ST}`,
    `${ESC}[5i${ESC}[4i${ESC}[21t${ESC}[c${ESC}[6n${ESC}[>c`,
    `${ESC}]2;<img src=x onerror=alert(2)>${BEL}<img src=x onerror=alert(5)>`,
  ];
}

/** Nothing of it has become an element. */
async function expectText(page: Page): Promise<void> {
  expect(await page.evaluate(FOREIGN_ELEMENTS)).toEqual([]);
}

const FOREIGN_ELEMENTS = `[...document.querySelectorAll(
  "#page img, #page iframe, #page script, #page style, #page object, #page embed, #page base, #page meta, #page form[action], svg[onload], a[href^='javascript:'], [onerror], [onload], [onclick]"
)].map((one) => one.outerHTML.slice(0, 200))`;

/** By where it is: the terminal draws it again when a link is under the pointer. */
async function clickOn(page: Page, text: string): Promise<void> {
  const box = await until(() => page.locator(".xterm-rows").getByText(text).boundingBox(), { what: text });
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x - 2, y);
  await page.mouse.move(x, y, { steps: 3 });
  await page.mouse.click(x, y);
}

/** Which of the letters stands leftmost, and so on: their order for the eye. */
function places(letters: string): string {
  return `(() => {
    const walker = document.createTreeWalker(document.querySelector(".xterm-rows"), NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node.parentElement.closest(".xterm-rows > div")?.textContent.includes("turned"))
        for (let at = 0; at < node.length; at += 1) {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          found.push({ letter: node.data[at], left: range.getBoundingClientRect().left });
        }
    const rest = found.slice(found.findIndex(({ letter }) => letter === ${JSON.stringify(letters[0])}));
    const lefts = ${JSON.stringify(Array.from(letters))}.map((letter) => rest.find((one) => one.letter === letter)?.left);
    const sorted = [...lefts].sort((one, two) => one - two);
    return lefts.map((left) => sorted.indexOf(left));
  })()`;
}

async function shows(page: Page, text: string): Promise<void> {
  let seen: readonly string[] = [];
  await until(async () => (seen = await rowsOf(page)).some((one) => one.includes(text)), {
    what: `"${text}" in the terminal`,
    seen: () => seen.slice(-10),
  });
}
