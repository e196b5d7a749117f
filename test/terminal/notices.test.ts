import { expect, test } from "vitest";

import { JumpingClock } from "../support/jumping-clock.ts";
import { logOf, runPlain, testRegistry } from "../support/registry.ts";
import { until } from "../support/until.ts";
import { nextStop, takeStops } from "../input/harness.ts";
import { printed, startInTerminal } from "./support.ts";

test("[TERM-19] that it waits for a password, and then for a line, is told once each", async () => {
  const registry = await testRegistry();
  const { id } = await startInTerminal(
    registry,
    "printf 'Password: '; read -rs word; echo; printf 'Name? '; read -r name; echo hello $name",
  );
  const first = await nextStop(registry);
  await registry.submit(id, "swordfish");
  const second = await nextStop(registry);
  await registry.submit(id, "you");
  await printed(registry, id, "hello you");
  await registry.wait(id);
  expect([first, second].map(({ inputClass, prompt }) => [inputClass, prompt])).toEqual([
    ["password", "Password:"],
    ["line", "Name?"],
  ]);
  expect(await takeStops(registry)).toEqual([]);
});

test("[TERM-19] a wait for input returns, and a short command never waits", async () => {
  const registry = await testRegistry();
  const { id } = await startInTerminal(registry, "printf 'More? '; read -r answer");
  expect(await registry.wait(id, { for: [{ kind: "input" }] })).toMatchObject({ status: "awaiting_input" });
  await Promise.all(Array.from({ length: 10 }, () => runPlain(registry, "echo short", { pty: true })));
  expect((await takeStops(registry)).map(({ sessionId }) => sessionId)).toEqual([id]);
});

test("[TERM-19] watch patterns match lines without their carriage return", async () => {
  const registry = await testRegistry();
  await startInTerminal(registry, "echo first; printf '\\033[31mREADY now\\033[0m\\n'; echo last; sleep 60", {
    watchPatterns: ["/now$/"],
  });
  const [told] = await until(async () => {
    const events = await registry.drain({ type: "watch_match" });
    return events.length > 0 ? events : null;
  });
  expect(told?.event).toMatchObject({ output: "READY now" });
});

test("[TERM-19] a heartbeat has clean lines", async () => {
  const clock = new JumpingClock();
  const registry = await testRegistry({ clock });
  const { id } = await startInTerminal(registry, "echo one; printf '10%%\\r20%%\\r\\n'; sleep 60", {
    heartbeatSeconds: 60,
  });
  await printed(registry, id, "20%");
  clock.advance(70_000);
  expect((await registry.drain({ type: "heartbeat" })).map(({ event }) => event)).toMatchObject([
    { output: "one\n20%\n" },
  ]);
});

test("[TERM-20] a spinner of 1,000 frames is its last one, and lines end with a newline alone", async () => {
  const registry = await testRegistry();
  const script = `echo begin; i=0; while [ $i -lt 1000 ]; do printf '\\r\\033[K%s step %d' "$((i % 4))" $i; i=$((i+1)); done; echo; echo end`;
  const { id } = await runPlain(registry, script, { pty: true });
  const { output } = await logOf(registry, id);
  expect([output, (await registry.poll(id)) as unknown]).toMatchObject([
    "begin\n3 step 999\nend\n",
    { outputPreview: "begin\n3 step 999\nend\n" },
  ]);
});

test("[TERM-20] lines that are drawn again with the cursor moved up are told once", async () => {
  const registry = await testRegistry();
  const script = `i=0; while [ $i -lt 100 ]; do printf 'a %d\\nb %d\\n' $i $i; [ $i -lt 99 ] && printf '\\033[2A\\033[J'; i=$((i+1)); done`;
  const { id } = await runPlain(registry, script, { pty: true });
  expect((await logOf(registry, id)).output).toBe("a 99\nb 99\n");
});

test("[TERM-20] 20,000 characters of three bytes come whole", async () => {
  const registry = await testRegistry();
  const script = "i=0; while [ $i -lt 100 ]; do printf '─%.0s' $(seq 200); echo; i=$((i+1)); done";
  const { id } = await runPlain(registry, script, { pty: true });
  expect((await logOf(registry, id, { limit: 200 })).output).toBe(`${"─".repeat(200)}\n`.repeat(100));
});
