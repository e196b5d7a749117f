import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { systemClock } from "../../src/adapters/clock/system.ts";
import { FOLLOW_PACE_MS } from "../../src/core/limits.ts";
import type { FollowOptions } from "../../src/core/contract.ts";
import type { FollowChunk } from "../../src/core/results.ts";
import type { Registry } from "../../src/registry/registry.ts";
import { logOf, pollOf, startPlain, testRegistry } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";
import { GIVEN, KEY, KEY_LINES, leaksIn, SECRETS } from "./secrets.ts";

const [TOKEN = ""] = SECRETS;

/** Prints what the test says, when the test says it. */
function speaker(): { readonly command: string; readonly say: (text: string) => void } {
  const path = join(temporaryDirectory(), "said");
  writeFileSync(path, "");
  return { command: `exec tail -c +1 -f '${path}'`, say: (text) => appendFileSync(path, text) };
}

async function heard(registry: Registry, id: string, options: FollowOptions): Promise<FollowChunk[]> {
  const chunks: FollowChunk[] = [];
  void (async () => {
    for await (const chunk of registry.follow(id, options)) chunks.push(chunk);
  })();
  return chunks;
}

const textOf = (chunks: readonly FollowChunk[]): string => chunks.map(({ text }) => text).join("");

test.each([{}, { raw: true }, { live: true, raw: true }, { live: true }])(
  "[REDACT-25] a follower %j of a secret that comes in parts",
  async (options) => {
    const registry = await testRegistry();
    const { command, say } = speaker();
    const { id } = await startPlain(registry, command, { env: { APP_PASSWORD: GIVEN } });
    const chunks = await heard(registry, id, options);
    const parts = [
      ["key: ", TOKEN.slice(0, 3), TOKEN.slice(3, 9), TOKEN.slice(9, 25), TOKEN.slice(25), " end-1\n"],
      ["given: ", GIVEN.slice(0, 9), GIVEN.slice(9, 20), GIVEN.slice(20), " end-2\n"],
      [...KEY.split("\n").map((line) => `${line}\n`), "end-3\n"],
    ];
    let size = 0;
    for (const part of parts.flat()) {
      say(part);
      size += part.length;
      await until(async () => (await pollOf(registry, id)).cursor === size, { what: `${size} bytes` });
      // What a part of a private key makes is nothing, so nobody can see that it was looked at: two of a follower's paces.
      await systemClock.sleep(2 * FOLLOW_PACE_MS);
    }
    await until(() => textOf(chunks).includes("end-3\n"), { what: "the end" });
    const text = textOf(chunks);
    expect([leaksIn(text), leaksIn(text, [TOKEN.slice(9), TOKEN.slice(4, 25), GIVEN.slice(9)])]).toEqual([[], []]);
    expect(["end-1\n", "end-2\n", "[REDACTED PRIVATE KEY]", "end-3\n"].filter((one) => !text.includes(one))).toEqual(
      [],
    );
    await registry.kill(id);
  },
);

test("[REDACT-25] who looks live sees at once what is no secret, and a part of one after a moment", async () => {
  const registry = await testRegistry();
  const { command, say } = speaker();
  const { id } = await startPlain(registry, command);
  const chunks = await heard(registry, id, { live: true, raw: true });
  say("$ git commit ghp_");
  await until(() => textOf(chunks) === "$ git commit ghp_", { what: "all of it" });
  await registry.kill(id);
});

test("[REDACT-25] pages and cursors in the middle of a secret", async () => {
  const registry = await testRegistry();
  const path = join(temporaryDirectory(), "said");
  writeFileSync(path, `first\n${KEY}\nusing ${TOKEN} now\nlast\n`);
  const { id } = await startPlain(registry, `cat '${path}'`);
  await registry.wait(id);
  const said = `first\n${KEY}\nusing ${TOKEN} now\nlast\n`;
  const told: string[] = [];
  for (let offset = 0; offset < 18; offset += 1) told.push((await logOf(registry, id, { offset, limit: 1 })).output);
  for (let since = 0; since < said.length; since += 7)
    for (const raw of [false, true]) told.push((await logOf(registry, id, { since, raw })).output);
  expect(told.filter((text) => leaksIn(text, [TOKEN.slice(10)]).length > 0)).toEqual([]);
  expect((await logOf(registry, id, { offset: 16, limit: 2 })).output).toBe("last\n");
  expect((await logOf(registry, id, { offset: 5, limit: 1 })).output).toBe("");
});

test("[REDACT-25] a watched line in the middle of a private key", async () => {
  const registry = await testRegistry();
  const path = join(temporaryDirectory(), "said");
  writeFileSync(path, `${KEY}\nthe 3MIIEv in the open\n`);
  const command = `cat '${path}'; sleep 60`;
  const { id } = await startPlain(registry, command, { watchPatterns: ["3MIIEv"], taskId: "t" });
  await until(async () => (await registry.pending({})).length > 0, { what: "a match" });
  const [match] = await registry.pending({});
  expect(match?.event).toMatchObject({ output: "[REDACTED PRIVATE KEY]\nthe 3MIIEv in the open" });
  expect(await registry.wait(id, { for: [{ kind: "pattern", pattern: "/^4MII/" }] })).not.toHaveProperty("detail");
  expect(KEY_LINES).toHaveLength(12);
  await registry.kill(id);
});

test("[REDACT-14] a line that was typed beyond the edge of a terminal is read as one", async () => {
  const registry = await testRegistry();
  const { command, say } = speaker();
  const { id } = await startPlain(registry, command, { pty: { rows: 24, cols: 40 } });
  const line = `$ login --with ${TOKEN} --quiet`;
  say(`${line.slice(0, 40)} \r${line.slice(40)}\ndone\n`);
  await until(async () => (await logOf(registry, id)).output.includes("done"));
  const shown = "$ login --with ghp_Wo...d6JT --quiet\n";
  expect((await logOf(registry, id)).output).toBe(`${shown}done\n`);
  expect((await logOf(registry, id, { raw: true })).output).toBe(`${shown}done\n`.replaceAll("\n", "\r\n"));
  await registry.kill(id);
});
