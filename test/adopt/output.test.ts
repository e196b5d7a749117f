import { expect, test } from "vitest";

import type { Registry } from "../../src/index.ts";
import { anyNumber, matching } from "../support/matchers.ts";
import { logOf, pollOf, testRegistry } from "../support/registry.ts";
import { heard, numbers, type OwnChild, ownChild, shell } from "./children.ts";

const LINES = 20_000;
const cwd = process.cwd();

/** All of the output, as it is in the log. */
async function outputOf(registry: Registry, id: string): Promise<string> {
  let text = "";
  for await (const chunk of registry.follow(id, { raw: true })) text += chunk.text;
  return text;
}

async function adopted(registry: Registry, own: OwnChild, command = "numbers"): Promise<string> {
  return (await registry.adopt(own.child, { command, cwd, outputSoFar: own.heard() })).id;
}

const STREAMS: readonly (readonly [string, readonly string[]])[] = [
  ["sh", ["sh", "-c", `i=0; while [ $i -lt ${LINES} ]; do i=$((i+1)); echo $i; done`]],
  [
    "node",
    [
      "node",
      "-e",
      `let i = 0; const go = () => { for (let k = 0; k < 50 && i < ${LINES}; k++) console.log(++i); if (i < ${LINES}) setTimeout(go, 1); }; go()`,
    ],
  ],
  ["python", ["python3", "-uc", `for i in range(1, ${LINES + 1}): print(i)`]],
];

test.each(STREAMS)("[ADOPT-1] adopted in the middle of %s, every line is there once and in order", async (_, argv) => {
  const registry = await testRegistry();
  const own = ownChild(argv);
  await heard(own, "\n1000\n");
  const id = await adopted(registry, own);
  expect(own.heard().length).toBeLessThan(numbers(LINES).length);
  expect(await registry.wait(id)).toMatchObject({ status: "exited", exitCode: 0 });
  expect((await outputOf(registry, id)) === numbers(LINES)).toBe(true);
});

test("[ADOPT-1] adopted from within its own listener, again and again", async () => {
  const registry = await testRegistry();
  for (let round = 0; round < 10; round++) {
    const own = ownChild(["sh", "-c", `i=0; while [ $i -lt 3000 ]; do i=$((i+1)); echo $i; done`]);
    const id = await new Promise<string>((resolve, reject) => {
      own.child.stdout?.once("data", () => void adopted(registry, own).then(resolve, reject));
    });
    await registry.wait(id);
    expect((await outputOf(registry, id)) === numbers(3_000)).toBe(true);
  }
});

test("[ADOPT-1] stderr is taken over, too, and what Node had read and given to nobody", async () => {
  const registry = await testRegistry();
  const own = shell("echo out; echo err >&2; sleep 0.3; echo out 2; echo err 2 >&2");
  await heard(own, "out\n");
  await heard(own, "err\n");
  own.child.stdout?.pause();
  own.child.stdout?.unshift("read, not heard\n");
  const id = await adopted(registry, own);
  await registry.wait(id);
  const output = await outputOf(registry, id);
  const parts = [/^(?:out\nerr|err\nout)\n/, /\nread, not heard\n/, /not heard\n(?:out 2\nerr 2|err 2\nout 2)\n$/];
  expect(parts.map((part) => part.test(output))).toEqual([true, true, true]);
});

test("[ADOPT-1] half a character that an encoding holds back is not lost", async () => {
  const registry = await testRegistry();
  const own = shell(String.raw`printf 'a\342\202'; read -r x; printf '\254b'`);
  own.child.stdout?.setEncoding("utf8");
  await heard(own, "a");
  const id = await adopted(registry, own);
  await registry.submit(id, "go");
  await registry.wait(id);
  expect(await outputOf(registry, id)).toBe("a€b");
});

test("[ADOPT-2] of more output so far than the log may hold its end is kept, and what follows behind it", async () => {
  const registry = await testRegistry();
  const own = shell("read -r x; echo the end");
  const logMaxBytes = 1024 * 1024;
  const outputSoFar = "0123456789abcde\n".repeat(200_000);
  const { id } = await registry.adopt(own.child, { command: "long", cwd, outputSoFar, logMaxBytes });
  await registry.submit(id, "");
  await registry.wait(id);
  const { output, totalLines } = await logOf(registry, id, { limit: 2 });
  expect({ output, totalLines }).toEqual({ output: "0123456789abcde\nthe end\n", totalLines: anyNumber() });
  const { cursor: outputBytes } = await pollOf(registry, id);
  const { logHead = 0 } = (await registry.get(id)) ?? {};
  expect(outputBytes).toBe(outputSoFar.length + "the end\n".length);
  expect(outputBytes - logHead).toBeLessThanOrEqual(logMaxBytes);
  expect(logHead).toBeLessThan(outputSoFar.length - logMaxBytes / 4);
});

test.each([["bash"], ["dash"], ["busybox ash"]])("[ADOPT-1] with %s as the shell of the shim", async (words) => {
  const registry = await testRegistry({ shimShell: words.split(" ") });
  const own = shell("echo 1; read -r x; echo $x; echo 3 >&2; exit 7");
  await heard(own, "1\n");
  const id = await adopted(registry, own);
  await registry.submit(id, "2");
  expect(await registry.wait(id)).toMatchObject({ exitCode: 7, output: matching(/^1\n(?:2\n3|3\n2)\n$/) });
});
