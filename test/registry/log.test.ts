import { describe, expect, test } from "vitest";

import type { LogOptions } from "../../src/core/contract.ts";
import { logOf, pollOf, runPlain, startPlain, testRegistry } from "../support/registry.ts";
import { until } from "../support/until.ts";

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\n`).join("");

describe("[VIEW-1] a page by lines, as the original", () => {
  const cases: readonly [string, LogOptions, object][] = [
    ["the last 200 by default", {}, { output: lines(801, 1000), totalLines: 1000, showing: "200 lines" }],
    ["the head", { offset: 0, limit: 3 }, { output: lines(1, 3), totalLines: 1000, showing: "3 lines", more: true }],
    ["the middle", { offset: 500, limit: 2 }, { output: lines(501, 502), showing: "2 lines" }],
    ["the last five", { limit: 5 }, { output: lines(996, 1000), showing: "5 lines" }],
    ["behind the end", { offset: 5000 }, { output: "", totalLines: 1000, showing: "0 lines" }],
    ["only matching lines", { offset: 0, limit: 1000, grep: "99" }, { showing: "19 lines" }],
  ];
  test.each(cases)("%s", async (_, options, expected) => {
    const registry = await testRegistry();
    const { id } = await runPlain(registry, "seq 1 1000");
    expect(await logOf(registry, id, options)).toMatchObject(expected);
  });
});

test("[VIEW-2] since gives only what is new, and its cursor never shifts", async () => {
  const registry = await testRegistry();
  const { id } = await startPlain(registry, "echo one; read -r x; echo two; read -r x; printf ü; exit 0", {
    stdin: "pipe",
  });
  const first = await until(async () => {
    const answer = await logOf(registry, id, { since: 0 });
    return answer.output === "one\n" ? answer : null;
  });
  expect(first).toMatchObject({ cursor: 4, status: "running" });
  await registry.submit(id, "");
  const second = await until(async () => {
    const answer = await logOf(registry, id, { since: 4 });
    return answer.output === "two\n" ? answer : null;
  });
  expect(second).toMatchObject({ cursor: 8 });
  await registry.submit(id, "");
  await registry.wait(id);
  expect(await logOf(registry, id, { since: 8 })).toMatchObject({
    output: "ü",
    cursor: 10,
    status: "exited",
    exitCode: 0,
  });
  expect(await logOf(registry, id, { since: 10 })).toMatchObject({ output: "", cursor: 10 });
  expect(await logOf(registry, id, { since: 99 })).toMatchObject({ output: "", cursor: 10 });
});

test("[VIEW-3] what the limit dropped is told in bytes", async () => {
  const registry = await testRegistry();
  const { id } = await runPlain(registry, "yes 0123456789abcde | head -c 4000000", { logMaxBytes: 65_536 });
  const view = await registry.get(id);
  const answer = await logOf(registry, id, { since: 0 });
  expect(answer).toMatchObject({ droppedBytes: view?.logHead, cursor: 4_000_000 });
  expect((view?.logHead ?? 0) + answer.output.length).toBe(4_000_000);
  expect(answer.output.length).toBeLessThanOrEqual(65_536);
});

test("[VIEW-4] escape codes, progress bars and the shell's start-up noise are not shown, unless raw", async () => {
  const registry = await testRegistry();
  const { id } = await runPlain(
    registry,
    "echo 'bash: no job control in this shell'; printf '\\033[1mbold\\033[0m\\n'; for i in 1 2 3; do printf '%s0%%\\r' $i; done; echo done",
  );
  expect((await logOf(registry, id)).output).toBe("bold\ndone\n");
  expect((await logOf(registry, id, { raw: true })).output).toContain("\u001b[1mbold\u001b[0m\n10%\r20%\r30%\rdone\n");
});

test("[VIEW-5] an answer is bounded, and says that more follows (case B37)", async () => {
  const registry = await testRegistry();
  const { id } = await runPlain(registry, "head -c 5000000 /dev/zero | tr '\\0' x; echo");
  let cursor = 0;
  let total = 0;
  for (let more = true; more;) {
    const answer = await logOf(registry, id, { since: cursor });
    expect(answer.output.length).toBeLessThanOrEqual(200_000);
    total += answer.output.length;
    cursor = answer.cursor ?? 0;
    more = answer.more ?? false;
  }
  expect([total, cursor]).toEqual([5_000_001, 5_000_001]);
  expect((await logOf(registry, id)).output.length).toBeLessThanOrEqual(200_000);
});

test("[VIEW-6] follow gives everything once and in order, to a slow reader too, and ends with the process", async () => {
  const registry = await testRegistry();
  const { id } = await startPlain(
    registry,
    "for i in $(seq 1 200); do echo line $i; [ $((i % 50)) = 0 ] && sleep 0.05; done; printf 'no newline'",
  );
  let text = "";
  let cursor = 0;
  for await (const chunk of registry.follow(id)) {
    text += chunk.text;
    cursor = chunk.cursor;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const expected = `${Array.from({ length: 200 }, (_, index) => `line ${index + 1}\n`).join("")}no newline`;
  expect([text, cursor]).toEqual([expected, expected.length]);
});

test("[VIEW-7] follow begins at a cursor, shows a prompt without a newline, and ends when it is told to", async () => {
  const registry = await testRegistry();
  const { id } = await startPlain(registry, "printf 'first\\nprompt> '; read -r x", { stdin: "pipe" });
  const leaving = new AbortController();
  let text = "";
  for await (const chunk of registry.follow(id, { from: 6, signal: leaving.signal })) {
    text += chunk.text;
    if (text === "prompt> ") leaving.abort();
  }
  expect(text).toBe("prompt> ");
});

test("[VIEW-7] a progress bar that is followed shows its last state, and a process without an output is waited for quietly", async () => {
  const registry = await testRegistry();
  const { id } = await startPlain(
    registry,
    "for i in 1 2 3 4 5; do printf '%s0%%\\r' $i; sleep 0.08; done; echo; exec >&- 2>&-; sleep 0.3",
  );
  let text = "";
  for await (const chunk of registry.follow(id)) text += chunk.text;
  expect(text).toBe("50%\n");
});

test("[VIEW-8] a secret that is printed in two writes is not shown in two halves", async () => {
  const registry = await testRegistry();
  const { id } = await startPlain(registry, "printf 'key ghp_0123456789'; sleep 0.02; echo abcdefghijklmnopqrstuvwxyz");
  let text = "";
  for await (const chunk of registry.follow(id)) text += chunk.text;
  expect(text).toBe("key ghp_01...wxyz\n");
});

describe("[VIEW-9] misuse throws, and names the argument", () => {
  const cases: readonly [LogOptions, RegExp][] = [
    [{ offset: -1 }, /^offset must be a whole number, 0 or more; got -1\.$/],
    [{ limit: 0 }, /^limit must be a whole number, 1 or more; got 0\.$/],
    [{ limit: Number.NaN }, /^limit must be/],
    [{ since: 1.5 }, /^since must be/],
    [{ since: 1, offset: 1 }, /^since must be given without offset/],
    [{ grep: 3 as never }, /^grep must be a text/],
  ];
  test.each(cases)("%o", async (options, message) => {
    const registry = await testRegistry();
    const { id } = await runPlain(registry, "true");
    await expect(logOf(registry, id, options)).rejects.toThrow(message);
  });
  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, "5" as never])(
    "a wait of %s seconds",
    async (timeoutSeconds) => {
      const registry = await testRegistry();
      const { id } = await runPlain(registry, "true");
      await expect(registry.wait(id, { timeoutSeconds })).rejects.toThrow(
        /^timeout must be a positive number of seconds/,
      );
    },
  );
});

test("[VIEW-10] an unknown id is an answer, an ambiguous prefix is misuse", async () => {
  const registry = await testRegistry();
  const missing = { status: "not_found", error: "No process with ID proc_ffffffffffff" };
  const id = "proc_ffffffffffff";
  expect([
    await registry.poll(id),
    await registry.log(id),
    await registry.wait(id),
    await registry.kill(id),
    await registry.remove(id),
    await registry.restart(id),
  ]).toEqual(Array.from({ length: 6 }, () => missing));
  expect(await registry.get(id)).toBeNull();
});

test("[VIEW-11] a wait whose time is up says that this is not an error; a longer one than allowed is shortened, and says so", async () => {
  const registry = await testRegistry({ waitTimeoutSeconds: 0.05 });
  const { id } = await startPlain(registry, "echo hi; sleep 30");
  await until(async () => (await pollOf(registry, id)).cursor === 3);
  const result = await registry.wait(id, { timeoutSeconds: 10 });
  expect(result).toMatchObject({ status: "timeout", output: "hi\n", processRunning: true });
  expect(result.timeoutNote).toMatch(
    /^The requested 10 s were shortened to the configured limit of 0\.05 s\. The wait of 0\.05 s is over and the process is still running, after \d+ s\. This is not an error\. Poll it later/,
  );
});

test("[VIEW-12] the list is that of the task and of the conversation, which is flagged", async () => {
  const registry = await testRegistry();
  const own = await startPlain(registry, "sleep 30", { taskId: "t1", sessionKey: "s1" });
  const shared = await startPlain(registry, "sleep 30", { taskId: "t2", sessionKey: "s1" });
  await startPlain(registry, "sleep 30", { taskId: "t3", sessionKey: "s2" });
  const entries = await registry.list({ taskId: "t1", sessionKey: "s1" });
  expect(entries.map((entry) => [entry.sessionId, entry.sessionScoped])).toEqual([
    [own.id, undefined],
    [shared.id, true],
  ]);
  expect((await registry.list()).length).toBe(3);
});

test("[TEXT-7] a login shell that is left by exit has no last word; what a command says itself stays", async () => {
  const registry = await testRegistry();
  const left = await registry.start({ command: "echo said; exit 3" });
  const said = await registry.start({ command: "echo logout" });
  expect(await registry.wait(left.id)).toMatchObject({ exitCode: 3, output: "said\n" });
  expect(await registry.wait(said.id)).toMatchObject({ exitCode: 0, output: "logout\n" });
  expect(await registry.log(left.id)).toMatchObject({ output: "said\n" });
});
