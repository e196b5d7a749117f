import { expect, test } from "vitest";

import { reopen, testRegistry } from "../support/registry.ts";
import { until } from "../support/until.ts";
import { printed, startInTerminal } from "./support.ts";

/** Reads what is typed until it has been quiet for so long (tenths of a second), and shows it. */
const reading = (tenths: number): string =>
  `stty raw -echo min 0 time ${tenths}; sed -n l </dev/tty | tr -d '\\r\\n'; stty sane; echo " end"`;

test.each([
  ["where the cursor is", "ab\\033[6n", "\\033[1;3R"],
  ["where the cursor was when it asked", "a\\r\\nb\\033[6n\\033[20;20Hc", "\\033[2;2R"],
  ["the size", "\\033[18t", "\\033[8;30;120t"],
  ["the kind of terminal", "\\033[c\\033[>c", "\\033[?1;2c\\033[>0;276;0c"],
  ["the background", "\\033]11;?\\007", "\\033]11;rgb:0000/0000/0000\\033\\\\"],
  ["nothing", "\\033[31mred\\033[0m", ""],
])("[TERM-15] a program that asks for %s is answered", async (_, asked, answer) => {
  const registry = await testRegistry();
  const { id } = await startInTerminal(registry, `stty -echo; printf '${asked}'; ${reading(15)}`);
  const output = await printed(registry, id, " end");
  expect(output.replace(/\$? end\s*$/, "").replace(/^[^]*?(?=\\033|$)/, "")).toBe(answer);
});

test("[TERM-15] a query in pieces is answered once, and again when it is asked again", async () => {
  const registry = await testRegistry();
  const script = `stty -echo; printf '\\033['; sleep 0.3; printf '6'; sleep 0.1; printf 'n'; ${reading(15)}; ${reading(5)}; printf '\\033[5n'; ${reading(15)}`;
  const { id } = await startInTerminal(registry, script);
  const output = await until(async () => {
    const seen = await printed(registry, id, " end");
    return seen.split(" end").length === 4 ? seen : null;
  });
  // Between two readings the shell may switch the echo on for a moment: then the answer is shown as well.
  const told = output.replaceAll("^[[0n", "");
  expect(told.replaceAll(/\$? end\n?/g, "|")).toBe("\\033[1;1R||\\033[0n|");
});

test("[TERM-15] the answer comes within 20 ms", async () => {
  const registry = await testRegistry();
  const script = `
import os, sys, termios, tty, time
tty.setraw(0)
times = []
for turn in range(40):
    time.sleep(0.03)
    began = time.monotonic()
    os.write(1, b"\\033[6n" if turn % 2 else b"\\033[c")
    while not os.read(0, 64)[-1:] in b"Rc": pass
    times.append(time.monotonic() - began)
times.sort()
print("median %.1f ms," % (times[20] * 1000), "worst %.1f ms" % (times[-1] * 1000), "end", end="\\r\\n")
`;
  const { id } = await startInTerminal(registry, `python3 -c '${script}'`);
  const output = await printed(registry, id, "end");
  const [, median, worst] = /median ([\d.]+) ms, worst ([\d.]+) ms/.exec(output) ?? [];
  // A machine that is busy with other tests is slower at its worst.
  expect([Number(median) < 20, Number(worst) < 1_000]).toEqual([true, true]);
});

test("[TERM-16] a query that nobody has answered is answered by the next registry, and not twice", async () => {
  const registry = await testRegistry();
  const { id } = await startInTerminal(
    registry,
    `stty raw -echo; printf go; sleep 1.2; printf '\\033[c\\033[6n'; sleep 1; ${reading(30)}`,
  );
  await printed(registry, id, "go");
  await registry.close();
  await new Promise((resolve) => setTimeout(resolve, 1_800));
  const second = await reopen(registry);
  await until(async () => (await second.poll(id)).status === "running");
  const third = await reopen(second);
  expect(await printed(third, id, " end")).toMatch(/^go\\033\[\?1;2c\\033\[1;3R\$ end/);
});

test("[TERM-16] a query that was answered, or that the program has gone on from, is passed over", async () => {
  const registry = await testRegistry();
  const answered = await startInTerminal(registry, `stty raw -echo; printf '\\033[5n'; sleep 3; ${reading(20)}`);
  const passed = await startInTerminal(
    registry,
    `stty raw -echo; printf go; sleep 0.8; printf '\\033[5n'; sleep 0.1; printf on; sleep 2; ${reading(20)}`,
  );
  await printed(registry, passed.id, "go");
  await registry.close();
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const next = await reopen(registry);
  expect(await printed(next, answered.id, " end")).toMatch(/^\\033\[0n\$ end/);
  expect(await printed(next, passed.id, " end")).toMatch(/^goon\$? end/);
});
