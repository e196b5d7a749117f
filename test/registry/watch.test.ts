import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { WATCH_INTERVAL_MS, WATCH_SAVE_MS } from "../../src/core/limits.ts";
import { JumpingClock } from "../support/jumping-clock.ts";
import { matching } from "../support/matchers.ts";
import { pollOf, reopen, startPlain, testRegistry } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";
import { allOf, ended, matches, matchesOf, recordOf, startEcho } from "../support/watching.ts";

test("[WATCH-1, WATCH-12] a match is told at once, with its chat", async () => {
  const registry = await testRegistry();
  const route = { platform: "telegram", chatId: "1", userId: "2", userName: "ada", threadId: "3", messageId: "4" };
  const { id } = await startPlain(registry, "echo one; echo an ERROR; echo two; exec sleep 60", {
    watchPatterns: ["ERROR"],
    sessionKey: "chat",
    taskId: "t1",
    watcher: route,
  });
  expect(await matches(registry, 1)).toEqual([
    {
      type: "watch_match",
      sessionId: id,
      sessionKey: "chat",
      taskId: "t1",
      ownerTaskId: "t1",
      command: "echo one; echo an ERROR; echo two; exec sleep 60",
      ...route,
      pattern: "ERROR",
      output: "an ERROR",
      suppressed: 0,
    },
  ]);
});

test("[WATCH-4] twenty lines, then 2,000 characters", async () => {
  const registry = await testRegistry();
  await startPlain(registry, `seq -f 'x%g' 1 50`, { watchPatterns: ["x"] });
  await matches(registry, 1);
  await startPlain(registry, `printf 'y%02000d\\n' 1 2`, { watchPatterns: ["y0"] });
  const [lines, characters] = await matches(registry, 2);
  expect(lines?.output.split("\n").at(-1)).toBe("x20");
  expect([characters?.output.length, characters?.output.slice(-15)]).toEqual([2_015, "\n...(truncated)"]);
});

test("[WATCH-13, WATCH-17] lines are clean and redacted, the pattern as well", async () => {
  const registry = await testRegistry();
  const secret = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";
  await startPlain(registry, `printf '\\033[31mAPI_TOKEN=%s\\033[0m\\n' ${secret}; exec sleep 60`, {
    watchPatterns: ["API_TOKEN", secret],
  });
  const [told] = await matches(registry, 1);
  expect(JSON.stringify(await registry.pending())).not.toContain("0123456789abcdef");
  expect(told?.output).toMatch(/^API_TOKEN=\S*$/);
});

describe("the limit", () => {
  test("[WATCH-5, WATCH-6, WATCH-8] three windows in a row with drops: three matches, one last word, then the ending", async () => {
    const clock = new JumpingClock();
    const registry = await testRegistry({ clock });
    const id = await startEcho(registry, ["x"]);
    for (const window of [1, 2, 3]) {
      await registry.submit(id, `x told ${window}`);
      await matches(registry, window);
      clock.advance(WATCH_SAVE_MS); // So that the next look is written down.
      await registry.submit(id, "x dropped\nx dropped");
      await until(() => recordOf(registry, id).notices.watch.strikes === window, { what: `strike ${window}` });
      clock.advance(WATCH_INTERVAL_MS);
    }
    const last = await until(async () => (await allOf(registry)).find((event) => event.type === "watch_disabled"));
    expect((await matchesOf(registry)).map(({ output, suppressed }) => [output, suppressed])).toEqual([
      ["x told 1", 0],
      ["x told 2", 2],
      ["x told 3", 2],
    ]);
    expect(last).toMatchObject({ sessionId: id, suppressed: 2, message: matching(/3 notices in a row/) });
    await registry.submit(id, "x never told");
    await registry.closeStdin(id);
    const ending = await until(async () => (await registry.pending()).find(({ event }) => event.type === "completion"));
    expect(ending.event).toMatchObject({ sessionId: id, exitCode: 0 });
    expect((await allOf(registry)).length).toBe(4);
  });

  test("[WATCH-9] the eighth match is the last: every 20 s for 10 minutes", async () => {
    const clock = new JumpingClock();
    const registry = await testRegistry({ clock });
    const id = await startEcho(registry, ["x"]);
    for (let turn = 1; turn <= 30; turn += 1) {
      await registry.submit(id, `x ${turn}`);
      if (turn <= 8) await matches(registry, turn);
      clock.advance(20_000);
    }
    await until(async () => (await pollOf(registry, id)).outputPreview.includes("x 30"));
    const all = await allOf(registry);
    expect(all.map((event) => (event.type === "watch_match" ? event.output : event.type))).toEqual([
      ...Array.from({ length: 8 }, (_, place) => `x ${place + 1}`),
      "watch_disabled",
    ]);
    expect((await registry.get(id))?.notifyOnComplete).toBe(true);
  });
});

test("[WATCH-22] any output: one event, and quiet otherwise", async () => {
  const registry = await testRegistry();
  const id = await startEcho(registry, ["/./"]);
  await registry.submit(id, "hello");
  expect((await matches(registry, 1))[0]).toMatchObject({ pattern: "/./", output: "hello" });
  await registry.closeStdin(id);
  await ended(registry, id);
  expect((await allOf(registry)).length).toBe(1);
});

describe("[WATCH-11] the last output", () => {
  test.each<readonly [what: string, command: string, told: string]>([
    ["the last line", "echo a; echo the END", "the END"],
    ["without its line end", "echo a; printf 'the END'", "the END"],
    ["after much more", "seq 1 200000; echo the END", "the END"],
    ["of a failure", "echo the END >&2; exit 3", "the END"],
  ])("%s", async (_, command, told) => {
    const registry = await testRegistry();
    await ended(registry, (await startPlain(registry, command, { watchPatterns: ["END"] })).id);
    expect((await matchesOf(registry)).map(({ output }) => output)).toEqual([told]);
  });

  test("comes before the ending, when both are told", async () => {
    const clock = new JumpingClock();
    const registry = await testRegistry({ clock });
    const id = await startEcho(registry, ["x"]);
    for (let turn = 1; turn <= 7; turn += 1) {
      await registry.submit(id, `x ${turn}`);
      await matches(registry, turn);
      clock.advance(20_000);
    }
    await registry.write(id, "x 8");
    await registry.closeStdin(id);
    await until(async () => (await registry.pending()).some(({ event }) => event.type === "completion"));
    expect((await registry.pending()).map(({ event }) => event.type).slice(-3)).toEqual([
      "watch_match",
      "watch_disabled",
      "completion",
    ]);
  });
});

test("[WATCH-10] after the end nothing is matched, also not what a leftover prints", async () => {
  const registry = await testRegistry();
  const gate = join(temporaryDirectory(), "gate");
  const { id } = await startPlain(registry, `(until [ -e ${gate} ]; do sleep 0.02; done; echo ERROR; echo done) &`, {
    watchPatterns: ["ERROR"],
  });
  await ended(registry, id);
  writeFileSync(gate, "");
  await until(async () => (await pollOf(registry, id)).outputPreview.includes("done"));
  expect(await allOf(registry)).toEqual([]);
});

describe("[WATCH-18] an unfinished line", () => {
  test("is matched when it is quiet, and its rest is passed over", async () => {
    const clock = new JumpingClock();
    const registry = await testRegistry({ clock });
    const id = await startEcho(registry, ["Password", "rest"]);
    await registry.write(id, "\nPassword: ");
    expect((await matches(registry, 1))[0]?.output).toBe("Password:");
    clock.advance(WATCH_INTERVAL_MS + 1_000);
    await registry.write(id, "the rest of it\nand the rest\n");
    expect((await matches(registry, 2)).map(({ output, suppressed }) => [output, suppressed])).toEqual([
      ["Password:", 0],
      ["and the rest", 0],
    ]);
  });

  test("is matched as a whole when it did not match before", async () => {
    const registry = await testRegistry();
    const id = await startEcho(registry, ["ERROR"]);
    await registry.write(id, "an ERR");
    await until(async () => (await pollOf(registry, id)).outputPreview.includes("an ERR"));
    await new Promise((resolve) => setTimeout(resolve, 400)); // Longer than it must be quiet: nothing can be seen of that.
    await registry.write(id, "OR");
    expect((await matches(registry, 1))[0]?.output).toBe("an ERROR");
  });
});

test("[WATCH-23] bursts over a day are all read, and told", async () => {
  const clock = new JumpingClock();
  const registry = await testRegistry({ clock });
  const file = join(temporaryDirectory(), "log");
  writeFileSync(file, "");
  const { id } = await startPlain(registry, `exec tail -n +1 -s 0.05 -F ${file}`, { watchPatterns: ["LAST"] });
  let bytes = 0;
  for (let burst = 1; burst <= 6; burst += 1) {
    const text = `${"some line of output\n".repeat(20_000)}LAST ${burst}\n`;
    writeFileSync(file, text, { flag: "a" });
    bytes += text.length;
    expect((await matches(registry, burst)).at(-1)).toMatchObject({ output: `LAST ${burst}`, suppressed: 0 });
    expect((await pollOf(registry, id)).cursor).toBe(bytes);
    clock.advance(4 * 3_600_000);
  }
});

test("[WATCH-24] a process that closes its output, or prints nothing, costs nothing", async () => {
  const registry = await testRegistry();
  const closed = await startPlain(registry, "echo ERROR; exec >&- 2>&-; exec sleep 60", {
    watchPatterns: ["ERROR", "x"],
  });
  await startPlain(registry, "printf 'a prompt without its line end'; exec sleep 60", { watchPatterns: ["ERROR"] });
  await matches(registry, 1);
  await new Promise((resolve) => setTimeout(resolve, 700)); // What came before has its time.
  const before = process.cpuUsage();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(30);
  expect(await pollOf(registry, closed.id)).toMatchObject({ status: "running" });
});

test("[WATCH-15] a flawed pattern starts nothing", async () => {
  const registry = await testRegistry();
  await expect(startPlain(registry, "true", { watchPatterns: ["ok", "/a(b/"] })).rejects.toThrow(
    /pattern "\/a\(b\/" is no regular expression/,
  );
  expect(await registry.list()).toEqual([]);
});

test("[WATCH-25] a pattern that is a secret is matched word for word, and told to nobody, also after a restart", async () => {
  const secret = "ghp_1234567890abcdefghijklmnopqrstuvwxyz";
  const go = join(temporaryDirectory(), "go");
  const first = await testRegistry();
  const { id } = await startPlain(first, `until [ -e '${go}' ]; do sleep 0.05; done; rev '${go}'; exec sleep 60`, {
    watchPatterns: [secret],
    ready: { pattern: secret },
  });
  const registry = await reopen(first);
  writeFileSync(go, `${secret.split("").toReversed().join("")}\n`);
  const told = await until(async () => nonEmpty(await registry.pending(), 2), { what: "a match and that it is ready" });
  expect(told.map(({ event }) => event.type).toSorted()).toEqual(["ready", "watch_match"]);
  const record = readFileSync(join(registry.home, "procs", id, "record.json"), "utf8");
  for (const text of [JSON.stringify(told), record, JSON.stringify(await registry.get(id))])
    expect(text).not.toContain(secret);
});

function nonEmpty<T>(list: readonly T[], least: number): readonly T[] | null {
  return list.length >= least ? list : null;
}
