import { describe, expect, test } from "vitest";

import type { Registry } from "../../src/registry/registry.ts";
import { logOf, reopen, startPlain, testRegistry } from "../support/registry.ts";
import { until } from "../support/until.ts";
import { nextStop, startAtTerminal, takeStops } from "./harness.ts";

const stopOf = async (registry: Registry): Promise<readonly string[]> => {
  const { inputClass, prompt } = await nextStop(registry);
  return [inputClass, prompt];
};
const printed = (registry: Registry, id: string, text: string): Promise<boolean> =>
  until(async () => (await logOf(registry, id)).output.includes(text), { what: `"${text}"` });

/** Gives who was told to wait until another process was, which was started last: until then everybody was looked at. */
async function toldMeanwhile(registry: Registry): Promise<readonly string[]> {
  const last = await startAtTerminal(registry, "sleep 1.5; exec cat");
  let told: readonly string[] = [];
  await until(async () => {
    told = [...told, ...(await takeStops(registry)).map(({ sessionId }) => sessionId)];
    return told.includes(last);
  });
  return told.filter((id) => id !== last);
}

describe("[INPUT-3] each stop is told once", () => {
  test("a question, the next one, and the end", async () => {
    const registry = await testRegistry();
    const id = await startAtTerminal(
      registry,
      'bash --norc -c \'read -p "Name: " n; read -s -p "Key: " k; read -s -p "Again: " k\'',
    );
    expect(await stopOf(registry)).toEqual(["line", "Name:"]);
    await registry.submit(id, "Ada");
    expect(await stopOf(registry)).toEqual(["password", "Key:"]);
    await registry.submit(id, "k");
    expect(await stopOf(registry)).toEqual(["password", "Key: Again:"]);
    await registry.submit(id, "k");
    await registry.wait(id);
    expect(await takeStops(registry)).toEqual([]);
  });

  test("each prompt of a session", async () => {
    const registry = await testRegistry();
    const id = await startAtTerminal(registry, "python3 -i -q");
    const told: (readonly string[])[] = [await stopOf(registry)];
    for (const line of ["x = 6", "x * 7"]) {
      await registry.submit(id, line);
      told.push(await stopOf(registry));
    }
    expect([told, (await logOf(registry, id)).output.includes("42")]).toEqual([
      [
        ["repl", ">>>"],
        ["repl", ">>>"],
        ["repl", ">>>"],
      ],
      true,
    ]);
  });

  test("what is typed without an end of line is no new one", async () => {
    const registry = await testRegistry();
    const id = await startAtTerminal(registry, "bash --norc -c 'read -p \"Name: \" n; sleep 60'");
    await nextStop(registry);
    await registry.write(id, "Ad");
    await printed(registry, id, "Name: Ad");
    expect(await toldMeanwhile(registry)).toEqual([]);
  });

  test("a screen that is drawn again", async () => {
    const registry = await testRegistry();
    const id = await startAtTerminal(registry, "top -d 0.7");
    await nextStop(registry);
    const { cursor } = await logOf(registry, id);
    await until(async () => (await logOf(registry, id)).cursor > cursor, { what: "a second picture" });
    expect(await toldMeanwhile(registry)).toEqual([]);
  });

  test("a program that begins to read without a word", async () => {
    const registry = await testRegistry();
    await startAtTerminal(registry, "sleep 1; exec cat");
    expect(await stopOf(registry)).toEqual(["end_of_file", ""]);
  });
});

test("[INPUT-9] after a restart a stop is not told again, and the next one is", async () => {
  const first = await testRegistry();
  const id = await startAtTerminal(first, 'bash --norc -c \'read -p "One: " x; read -p "Two: " x\'');
  await nextStop(first);
  const second = await reopen(first);
  expect(await toldMeanwhile(second)).toEqual([]);
  await second.submit(id, "1");
  expect(await stopOf(second)).toEqual(["line", "Two:"]);
});

test("[INPUT-8] a prompt is redacted, clean, and at most 500 characters", async () => {
  const registry = await testRegistry();
  const key = `ghp_${"a1B2".repeat(9)}`;
  await startAtTerminal(registry, `printf '${"y".repeat(800)}\\033[1m token ${key}\\033[0m? '; read x`);
  const { prompt, inputClass } = await nextStop(registry);
  expect([inputClass, prompt.length <= 500, prompt.includes(key), /yyy token \S+\?$/.test(prompt)]).toEqual([
    "line",
    true,
    false,
    true,
  ]);
});

test("[INPUT-6] a process without an input is not looked at", async () => {
  const registry = await testRegistry();
  await startPlain(registry, "script -qefc 'sleep 1; cat' /dev/null <&9 9<>/dev/null; sleep 60");
  expect(await toldMeanwhile(registry)).toEqual([]);
});

test("[INPUT-10] nobody is told while somebody looks at it live", async () => {
  const registry = await testRegistry();
  const id = await startAtTerminal(registry, 'bash --norc -c \'sleep 0.5; read -p "Name: " n; read -p "Age: " a\'');
  const leaving = new AbortController();
  const seen = registry.follow(id, { live: true, raw: true, signal: leaving.signal })[Symbol.asyncIterator]();
  await seen.next();
  expect(await toldMeanwhile(registry)).toEqual([]);
  leaving.abort();
  await seen.return?.(undefined);
  await registry.submit(id, "Ada");
  expect(await stopOf(registry)).toEqual(["line", "Age:"]);
});
