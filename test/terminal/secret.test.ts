import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { operations } from "../../src/operations/index.ts";
import { logOf, reopen, startPlain, testRegistry } from "../support/registry.ts";
import { matching } from "../support/matchers.ts";
import { until } from "../support/until.ts";
import { printed, startInTerminal } from "./support.ts";

const SECRET = "Tr0ub4dor& 3!$x";
const ASKING = "printf 'Password: '; read -rs word; echo; echo got ${#word}";

test("[TERM-17] a secret is typed when it is asked for, and is nowhere", async () => {
  const said: string[] = [];
  const note = (text: string): void => void said.push(text);
  const registry = await testRegistry({ logger: { info: note, warn: note } });
  const { id } = await startInTerminal(registry, `${ASKING}; sleep 1`, {
    notifyOnComplete: true,
    heartbeatSeconds: 60,
  });
  await printed(registry, id, "Password:");
  const answer = await until(async () => {
    const one = await registry.sendSecret(id, SECRET, { enter: true });
    return one.status === "ok" ? one : null;
  });
  expect(answer).toEqual({ status: "ok", bytesWritten: 16 });
  await printed(registry, id, "got 15");
  await registry.wait(id);
  const told = [
    answer,
    await registry.poll(id),
    await logOf(registry, id),
    await registry.screen(id),
    await registry.drain(),
  ];
  await registry.close();
  expect([...told.map((one) => JSON.stringify(one)), ...said, ...filesBelow(registry.home)].join("\n")).not.toContain(
    SECRET.slice(0, 8),
  );
});

function filesBelow(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, "latin1"));
}

test.each([
  ["a line is read", "cat"],
  ["nobody reads", "sleep 60"],
  ["a program inside reads a line", "exec script -qc 'echo in; exec cat' /dev/null"],
])("[TERM-17] while the terminal would show it, because %s, it is refused", async (_, command) => {
  const registry = await testRegistry();
  const { id } = await startInTerminal(registry, `echo up; ${command}`);
  await printed(registry, id, "up");
  if (command.includes("echo in")) await printed(registry, id, "in\n");
  const answer = await registry.sendSecret(id, SECRET, { enter: true });
  expect(answer).toMatchObject({ status: "error", bytesWritten: 0, error: matching(/was not typed .*would show it/) });
  expect(JSON.stringify(answer)).not.toContain(SECRET);
  expect((await logOf(registry, id)).output).toMatch(/^up\n(?:in\n)?$/);
});

test("[TERM-17] a pipe shows nothing, so a secret is written to it", async () => {
  const registry = await testRegistry();
  const { id } = await startPlain(registry, "read -r word; echo got ${#word}; sleep 60", { stdin: "pipe" });
  expect(await registry.sendSecret(id, SECRET, { enter: true })).toMatchObject({ status: "ok" });
  await printed(registry, id, "got 15");
  expect(await registry.sendSecret("nobody", SECRET)).toMatchObject({ status: "not_found" });
});

test.each([[""], [17], [null], [["Tr0ub4dor"]], [{ a: "Tr0ub4dor" }], ["Tr0ub4dor".repeat(10_000)]])(
  "[TERM-17] what is no secret is not in the error: case %#",
  async (secret) => {
    const registry = await testRegistry();
    const operation = operations.find(({ name }) => name === "send_secret");
    const context = { bellhop: registry, signal: new AbortController().signal };
    const asked = operation?.kind === "act" ? operation.run(context, { session_id: "x", secret }) : null;
    await expect(asked).rejects.toMatchObject({
      message: matching(/^secret must be a text of 1 to \d+ characters\.$/),
    });
    await expect(registry.sendSecret("x", secret as string)).resolves.toMatchObject({ status: "not_found" });
  },
);

test("[TERM-18] a secret that the program shows later is masked wherever it is told, until the registry is opened again", async () => {
  const registry = await testRegistry();
  const { id } = await startInTerminal(
    registry,
    'printf "Password: "; read -rs word; echo; echo "you said $word"; sleep 1; echo "ERROR $word"; sleep 1',
    { watchPatterns: ["ERROR"], notifyOnComplete: false },
  );
  await printed(registry, id, "Password:");
  await until(async () => (await registry.sendSecret(id, SECRET, { enter: true })).status === "ok");
  const told = await until(async () => {
    const texts = (await registry.drain({ type: "watch_match" })).map(({ text }) => text);
    return texts.length > 0 ? texts : null;
  });
  await registry.wait(id);
  const chunks: string[] = [];
  for await (const { text } of registry.follow(id, { raw: true })) chunks.push(text);
  const { rows } = (await registry.screen(id)) as { readonly rows: readonly string[] };
  expect([(await logOf(registry, id)).output, rows[1], chunks.join(""), told]).toEqual([
    "Password: \nyou said ***\nERROR ***\n",
    "you said ***",
    "Password: \r\nyou said ***\r\nERROR ***\r\n",
    [matching(/ERROR \*\*\*/)],
  ]);
  const next = await reopen(registry);
  expect((await logOf(next, id)).output).toContain(`you said ${SECRET}`);
});
