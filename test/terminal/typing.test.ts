import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { logOf, startPlain, testRegistry } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { matching } from "../support/matchers.ts";
import { until } from "../support/until.ts";
import { printed, startInTerminal } from "./support.ts";

test("[TERM-9] Enter is a carriage return in a terminal", async () => {
  const registry = await testRegistry();
  const { id } = await startInTerminal(registry, "stty raw -echo; echo up; head -c 6 | od -An -c");
  await printed(registry, id, "up");
  expect([await registry.submit(id, "héy"), await registry.write(id, "!")]).toEqual([
    { status: "ok", bytesWritten: 5 },
    { status: "ok", bytesWritten: 1 },
  ]);
  expect(await printed(registry, id, "!")).toMatch(/h +303 +251 +y +\\r +!/);
});

test.each([
  ["at the start of a line", "", ""],
  ["in the middle of a line", "", "begun"],
  ["with another character for it", "stty eof ^X; ", "begun"],
])("[TERM-9] end of file %s ends the program", async (_, before, typed) => {
  const registry = await testRegistry();
  const { id } = await startInTerminal(registry, `${before}echo up; cat; exit 6`);
  await printed(registry, id, "up");
  if (typed !== "") await registry.write(id, typed);
  expect(await registry.closeStdin(id)).toMatchObject({ status: "ok" });
  expect(await registry.wait(id, { timeoutSeconds: 20 })).toMatchObject({ status: "exited", exitCode: 6 });
  expect(await registry.write(id, "x")).toMatchObject({ status: "already_exited" });
});

test("[TERM-9] a program that takes each byte gets end of file as a byte", async () => {
  const registry = await testRegistry();
  const { id } = await startInTerminal(registry, "stty raw -echo; echo up; head -c 2 | od -An -tx1");
  await printed(registry, id, "up");
  await registry.write(id, "a");
  await registry.closeStdin(id);
  expect(await printed(registry, id, "04")).toMatch(/61 04/);
});

test("[TERM-10] a program that reads gets all of a large text, whatever it prints meanwhile", async () => {
  const registry = await testRegistry();
  const path = join(temporaryDirectory(), "copy");
  const size = 1_000_000;
  const { id } = await startInTerminal(registry, `stty raw -echo; echo up; head -c ${size} | tee ${path}`);
  await printed(registry, id, "up");
  const text = "0123456789é€😀\n".repeat(Math.ceil(size / 20)).slice(0, size);
  const bytes = Buffer.from(text).subarray(0, size);
  expect(await registry.write(id, bytes)).toEqual({ status: "ok", bytesWritten: size });
  expect(await registry.wait(id)).toMatchObject({ exitCode: 0 });
  expect(readFileSync(path).equals(bytes)).toBe(true);
});

test("[TERM-10] a program that does not read fills its terminal: how much was taken is told, and no character is cut", async () => {
  const registry = await testRegistry();
  const path = join(temporaryDirectory(), "copy");
  const { id } = await startInTerminal(
    registry,
    `stty raw -echo; echo up; head -c 1 >/dev/null; sleep 3; cat >${path}`,
  );
  await printed(registry, id, "up");
  const bytes = Buffer.from(`x${"€".repeat(1_000_000)}`);
  const answer = await registry.write(id, bytes);
  expect(answer).toMatchObject({
    status: "error",
    reason: "full",
    error: matching(/terminal took \d+ of 3000001 bytes/),
  });
  const written = answer.bytesWritten ?? 0;
  expect(written).toBeGreaterThan(1_000);
  expect(written).toBeLessThan(500_000);
  expect((written - 1) % 3).toBe(0);
  await until(async () => (await registry.write(id, "end")).status === "ok", { what: "the program to read" });
  const whole = Buffer.concat([bytes.subarray(1, written), Buffer.from("end")]);
  await expect.poll(() => readFileSync(path).length, { timeout: 15_000 }).toBe(whole.length);
  expect(readFileSync(path).equals(whole)).toBe(true);
});

test("[TERM-10] a pipe takes whole characters, too", async () => {
  const registry = await testRegistry();
  const { id } = await startPlain(registry, "sleep 60", { stdin: "pipe" });
  const { bytesWritten = 0, reason } = await registry.write(id, `x${"€".repeat(100_000)}`);
  expect([reason, (bytesWritten - 1) % 3, bytesWritten > 60_000]).toEqual(["full", 0, true]);
});

test("[TERM-11] a line that the terminal would cut is refused, in one text or in several, and shorter ones are not", async () => {
  const registry = await testRegistry();
  const { id } = await startInTerminal(registry, "stty -echo; echo up; cat | wc -c");
  await printed(registry, id, "up");
  const refused = {
    status: "error",
    bytesWritten: 0,
    reason: "line_too_long",
    error: matching(/^A line of \d+ bytes .* Nothing was typed\. Send shorter lines/),
  };
  expect(await registry.submit(id, "x".repeat(8_192))).toMatchObject(refused);
  expect(await registry.submit(id, "x".repeat(4_095))).toMatchObject({ status: "ok" });
  expect(await registry.submit(id, `${"x".repeat(4_000)}\n`.repeat(3))).toMatchObject({ status: "ok" });
  expect(await registry.write(id, "x".repeat(3_000))).toMatchObject({ status: "ok" });
  expect(await registry.submit(id, "x".repeat(3_000))).toMatchObject(refused);
  expect(await registry.submit(id, "")).toMatchObject({ status: "ok" });
  await registry.closeStdin(id);
  await registry.wait(id);
  expect((await logOf(registry, id)).output).toBe(`up\n${4_096 + 3 * 4_001 + 1 + 3_001}\n`);
});

test("[TERM-11] a program that edits lines itself takes a long one", async () => {
  const registry = await testRegistry();
  const { id } = await startInTerminal(registry, "stty -icanon -echo; echo up; head -c 8192 | wc -c");
  await printed(registry, id, "up");
  expect(await registry.write(id, "x".repeat(8_192))).toMatchObject({ status: "ok" });
  await printed(registry, id, "8192");
});

test("[TERM-12] halves of surrogate pairs are typed as U+FFFD, whole ones as they are", async () => {
  const registry = await testRegistry();
  const { id } = await startInTerminal(registry, "stty -echo; echo up; head -n1");
  await printed(registry, id, "up");
  expect(await registry.submit(id, "a\ud83db\udc00😀")).toEqual({ status: "ok", bytesWritten: 13 });
  await printed(registry, id, "a\ufffdb\ufffd😀");
});

test("[TERM-13] a shell that asks for marks gets a paste as one piece, and nothing of it is carried out before Enter", async () => {
  const registry = await testRegistry();
  const env = { HISTFILE: "", INPUTRC: "/dev/null" };
  const { id } = await startInTerminal(registry, "PS1='ready> ' exec bash --norc --noprofile -i", { env });
  await printed(registry, id, "ready> ");
  const text = "echo one\necho \u001b[201~two\n";
  expect(await registry.paste(id, text)).toEqual({ status: "ok", bytesWritten: 18 });
  await printed(registry, id, "echo two");
  expect((await logOf(registry, id)).output).not.toMatch(/^(?:one|two)$/m);
  await registry.sendKeys(id, ["enter"]);
  await printed(registry, id, "\none\ntwo\n");
  await registry.submit(id, "exit 9");
  expect(await registry.wait(id)).toMatchObject({ exitCode: 9 });
});

test("[TERM-13] without marks it is typed, and each line end is Enter", async () => {
  const registry = await testRegistry();
  const { id } = await startInTerminal(registry, "stty raw -echo; echo up; head -c 9 | od -An -c");
  await printed(registry, id, "up");
  expect(await registry.paste(id, "a\nb\r\n\u001b[201~cdefg")).toEqual({ status: "ok", bytesWritten: 9 });
  expect(await printed(registry, id, "g")).toMatch(/a +\\r +b +\\r +c +d +e +f +g/);
});

test.each([
  ["as they are", "", "[ A 033 [ 5 ~ x 003"],
  ["in the mode of the program", "\\033[?1h", "O A 033 [ 5 ~ x 003"],
])("[TERM-14] keys are sent %s", async (_, mode, expected) => {
  const registry = await testRegistry();
  const { id } = await startInTerminal(registry, `stty raw -echo; printf '${mode}up'; head -c 9 | od -An -c`);
  await printed(registry, id, "up");
  expect(await registry.sendKeys(id, ["up", "page-up", "x", "ctrl-c"])).toEqual({ status: "ok", bytesWritten: 9 });
  const output = await printed(registry, id, "003");
  expect(output.replaceAll(/ +/g, " ")).toContain(`033 ${expected}`);
});

test("[TERM-14] what is no key is refused with those that are, and nothing is typed", async () => {
  const registry = await testRegistry();
  const { id } = await startInTerminal(registry, "cat");
  for (const keys of [["up", "upp"], [], "up", [1]])
    await expect(registry.sendKeys(id, keys as never)).rejects.toMatchObject({ code: "invalid_argument" });
  expect(await registry.sendKeys("nobody", ["up"])).toMatchObject({ status: "not_found" });
  expect((await logOf(registry, id)).output).toBe("");
});
