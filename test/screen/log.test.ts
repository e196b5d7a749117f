import { expect, test } from "vitest";

import {
  SCREENS_MAX,
  SCREEN_FEED_BYTES,
  SCREEN_LOOKBACK_BYTES,
  SCREEN_SCROLLBACK_MAX,
  SCREEN_UNUSED_MS,
} from "../../src/core/limits.ts";
import { createHome, written } from "./bench.ts";

const ESC = "\u001b";
const KEY = `sk-${"a1B2".repeat(12)}`;
const MASKED = "sk-a1B...a1B2";

/** Lines with their numbers, in all at least this many bytes. */
function filler(bytes: number): string {
  const lines = Math.ceil(bytes / 16);
  return Array.from({ length: lines }, (_, at) => `line ${String(at).padStart(8, "0")}\r\n`).join("");
}

test("[SCREEN-1] says everything that a program has set", async () => {
  const { files, screen } = written(createHome());
  files.append(`${ESC}]0;a\u0001 title${ESC}\\${ESC}[?1049h${ESC}[?1h${ESC}[?2004h${ESC}[?25l${ESC}[2;3Hab`);
  expect(await screen()).toEqual({
    sessionId: "proc_aaaaaaaaaaaa",
    status: "exited",
    size: { rows: 4, cols: 20 },
    rows: ["", "  ab", "", ""],
    cursor: { row: 2, column: 5, visible: false },
    title: "a title",
    alternateScreen: true,
    applicationCursorKeys: true,
    bracketedPaste: true,
    logCursor: files.end(),
  });
  files.append(`${ESC}c${ESC}(0lqk`);
  expect(await screen()).toMatchObject({
    rows: ["┌─┐", "", "", ""],
    cursor: { row: 1, column: 4, visible: true },
    alternateScreen: false,
    applicationCursorKeys: false,
  });
});

test("[SCREEN-3] only what is new is carried out, and nobody waits for two at a time", async () => {
  const home = createHome();
  const { files, screen } = written(home);
  files.append("one\r\n");
  const both = await Promise.all([screen(), screen()]);
  files.append("two");
  expect([...both, await screen()].map(({ rows }) => rows.slice(0, 2))).toEqual([
    ["one", ""],
    ["one", ""],
    ["one", "two"],
  ]);
  expect(home.opened).toBe(1);
});

test("[SCREEN-4] a process without a terminal: 30 by 120, and a newline goes to the start of the line", async () => {
  const { files, screen } = written(createHome(), null);
  files.append("one\ntwo\n10%\r20%");
  const { rows, size, cursor } = await screen();
  expect({ rows: rows.slice(0, 4), count: rows.length, size, cursor }).toEqual({
    rows: ["one", "two", "20%", ""],
    count: 30,
    size: { rows: 30, cols: 120 },
    cursor: { row: 3, column: 4, visible: true },
  });
});

test("[SCREEN-5] a long log: what is on the screen is right, also when the program has it since long ago", async () => {
  const home = createHome();
  const plain = written(home);
  plain.files.append(filler(10 * SCREEN_FEED_BYTES));
  const { rows } = await plain.screen();
  const end = plain.tracked.log.read(plain.files.end() - 45, 45).bytes.toString();
  expect(rows).toEqual([...end.trim().split("\r\n"), ""]);

  const full = written(home);
  full.files.append(`before\r\n${ESC}[?1049h${ESC}[?1h${ESC}]2;träge\u0007${ESC}[?25l${ESC}[2J`);
  for (let round = 0; round < 300_000; round += 1_000)
    full.files.append(`${ESC}[1;1Hround ${round}${ESC}[3;2H-- x --`.repeat(1_000));
  full.files.append(`${ESC}[1;1Hround last${ESC}[K`);
  expect(full.files.end()).toBeGreaterThan(SCREEN_LOOKBACK_BYTES);
  expect(await full.screen()).toMatchObject({
    rows: ["round last", "", " -- x --", ""],
    title: "träge",
    alternateScreen: true,
    applicationCursorKeys: true,
    cursor: { visible: false },
  });
});

test("[SCREEN-5] begins at the last clear when there is one a little before", async () => {
  const { files, screen } = written(createHome());
  files.append(`${filler(2 * SCREEN_LOOKBACK_BYTES)}${ESC}[H${ESC}[2J${ESC}[4;1Hstatus`);
  for (let round = 0; round < 150_000; round += 1_000) files.append(`${ESC}[1;1Hround 1234`.repeat(1_000));
  expect((await screen()).rows).toEqual(["round 1234", "", "", "status"]);
});

test("[SCREEN-6] what is dropped or lost: it begins again, and a cut sequence ends", async () => {
  const home = createHome();
  const dropped = written(home);
  for (const text of ["old\r\n", "middle\r\n", "newest"]) {
    dropped.files.append(text);
    await dropped.screen();
    dropped.files.begin();
  }
  expect((await dropped.screen()).rows).toEqual(["old", "middle", "newest", ""]);
  dropped.files.append("x".repeat(25));
  dropped.files.begin();
  dropped.files.append("\r\nat last");
  for (let segment = 0; segment < 4; segment += 1) dropped.files.dropOldest();
  expect((await dropped.screen()).rows).toEqual(["at last", "", "", ""]);

  const lost = written(home);
  lost.files.append(`a${ESC}]0;titl`);
  await lost.screen();
  lost.files.begin(1_000);
  lost.files.append("b");
  expect((await lost.screen()).rows[0]).toBe("ab");
});

test("[SCREEN-7] follows the size of the record", async () => {
  const { files, screen, resize } = written(createHome());
  files.append("a line of 20 columns and more\r\n");
  const before = await screen();
  resize({ rows: 3, cols: 40 });
  const after = await screen();
  expect([before.rows, after.rows, after.size]).toEqual([
    ["a line of 20 columns", " and more", "", ""],
    ["a line of 20 columns and more", "", ""],
    { rows: 3, cols: 40 },
  ]);
});

test("[SCREEN-8] few emulators are kept, none for long, and no timer without them", async () => {
  const home = createHome();
  const all = Array.from({ length: SCREENS_MAX + 1 }, () => written(home));
  expect(home.clock.waiting).toBe(0);
  for (const { screen } of all) await screen();
  expect([home.opened, home.screens.count, home.clock.waiting]).toEqual([SCREENS_MAX + 1, SCREENS_MAX, 1]);
  await all[0]!.screen(); // It went first.
  await all[0]!.screen();
  expect(home.opened).toBe(SCREENS_MAX + 2);
  home.clock.advance(SCREEN_UNUSED_MS / 2);
  await all[0]!.screen();
  home.clock.advance(SCREEN_UNUSED_MS * 0.8);
  expect(home.screens.count).toBe(1);
  home.clock.advance(SCREEN_UNUSED_MS);
  expect([home.screens.count, home.clock.waiting]).toEqual([0, 0]);
  await all[0]!.screen();
  home.close();
  expect([home.screens.count, home.clock.waiting]).toEqual([0, 0]);
});

test("[SCREEN-9] secrets are masked where they stand, over the width of the terminal, too", async () => {
  const { files, screen } = written(createHome(), { rows: 8, cols: 20 });
  files.append(`key ${KEY} end\r\nnext\r\n${ESC}[6;1H${ESC}[31mAuthorization: Bearer abcdefgh${ESC}[0m ok`);
  const { rows, ansi } = await screen({ colors: true });
  expect(rows).toEqual([
    `key ${MASKED}`,
    "",
    "                end",
    "next",
    "",
    "Authorization: Beare",
    "r ***      ok",
    "",
  ]);
  expect(ansi).toBe(
    [...rows.slice(0, 5), `${ESC}[0;31m${rows[5]}${ESC}[0m`, `${ESC}[0;31mr ***     ${ESC}[0m ok`, ""].join("\n"),
  );
});

test("[SCREEN-9] a secret that a program wraps by itself, one in the title, and a key that began above the screen", async () => {
  const home = createHome();
  const drawn = written(home, { rows: 5, cols: 20 });
  drawn.files.append(
    `${ESC}]0;${KEY}\u0007${ESC}[1;1H${KEY.slice(0, 20)}${ESC}[2;1H${KEY.slice(20, 40)}${ESC}[3;1H${KEY.slice(40)}${ESC}[5;1Hx`,
  );
  const { rows, title } = await drawn.screen();
  expect({ rows, title }).toEqual({ rows: [MASKED, "", "", "", "x"], title: MASKED });

  const pem = written(home, { rows: 4, cols: 80 });
  const body = Array.from({ length: 50 }, () => "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\r\n");
  pem.files.append(`-----BEGIN PRIVATE KEY-----\r\n${body.join("")}-----END PRIVATE KEY-----\r\n$ `);
  const shown = await pem.screen({ scrollback: 60 });
  expect(shown.rows).toEqual(["", "", "", "$"]);
  expect(shown.scrollback?.filter((row) => row !== "")).toEqual(["[REDACTED PRIVATE KEY]"]);
});

test("[SCREEN-9] nothing is masked where a home says so", async () => {
  const { files, screen } = written(createHome(false), { rows: 1, cols: 100 });
  files.append(KEY);
  expect((await screen()).rows).toEqual([KEY]);
});

test("[SCREEN-10] where the cursor is when a program asks", async () => {
  const { files, cursor } = written(createHome());
  files.append(`ab\r\ncd${ESC}[6n`);
  const asked = files.end();
  files.append("more text");
  expect([await cursor(asked), await cursor(), await cursor(asked)]).toEqual([
    { row: 2, column: 3 },
    { row: 2, column: 12 },
    { row: 2, column: 3 }, // Remembered, though the screen was looked at further on.
  ]);
});

test("[SCREEN-11] rows above the screen, when they are asked for", async () => {
  const { files, screen } = written(createHome(), { rows: 2, cols: 20 });
  files.append("one\r\ntwo\r\nthree\r\nfour");
  const none = await screen();
  expect([none.rows, "scrollback" in none, (await screen({ scrollback: 1 })).scrollback]).toEqual([
    ["three", "four"],
    false,
    ["two"],
  ]);
  expect((await screen({ scrollback: SCREEN_SCROLLBACK_MAX })).scrollback).toEqual(["one", "two"]);
  for (const scrollback of [-1, 1.5, SCREEN_SCROLLBACK_MAX + 1])
    await expect(screen({ scrollback })).rejects.toThrow("scrollback must be a whole number from 0 to 1000");
});
