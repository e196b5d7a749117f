import { spawn } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";

import { parseUsage as parsePs } from "../../src/adapters/process-table/darwin.ts";
import { linuxProcessTable } from "../../src/adapters/process-table/linux.ts";
import { parseUsage as parseList } from "../../src/adapters/process-table/windows.ts";
import type { TreePlace } from "../../src/ports/process-table.ts";
import { until } from "../support/until.ts";

const table = linuxProcessTable();

function started(program: string, words: readonly string[], mark = ""): number {
  const child = spawn(program, words, { stdio: "ignore", env: { ...process.env, BELLHOP_PROC_ID: mark } });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child.pid ?? 0;
}

test("[TABLE-11] a program that burns a core and holds memory", async () => {
  const script = "x = bytearray(50 * 1024 * 1024)\nwhile True: pass";
  const pid = started("python3", ["-c", script]);
  const usage = await until(() => {
    const seen = table.usage(pid);
    return seen !== null && seen.cpuSeconds >= 0.3 ? seen : null;
  });
  expect(usage.name).toMatch(/^python3/);
  expect(usage.cpuSeconds).toBeLessThan(10);
  expect(usage.memoryBytes / 1024 ** 2).toBeGreaterThan(50);
  expect(usage.memoryBytes / 1024 ** 2).toBeLessThan(100);
  expect(table.usage(2 ** 30)).toBeNull();
});

test("[TABLE-11] in the words of ps and of PowerShell", () => {
  const text = "  501   1:02.50  2048 /usr/local/bin/node\n 502 1-02:03:04 1 /Applications/A B\n";
  expect([parsePs(text, 501), parsePs(text, 502), parsePs(text, 503), parsePs("", 501)]).toEqual([
    { name: "node", cpuSeconds: 62.5, memoryBytes: 2048 * 1024 },
    { name: "A B", cpuSeconds: 93_784, memoryBytes: 1024 },
    null,
    null,
  ]);
  expect([parseList("12500000 4096 node.exe\r\n"), parseList("")]).toEqual([
    { name: "node.exe", cpuSeconds: 1.25, memoryBytes: 4096 },
    null,
  ]);
});

test("[TABLE-10] the trees of several are those that each has alone", async () => {
  const marks = ["proc_00000000000a", "proc_00000000000b", "proc_00000000000c"];
  const pids = marks.slice(0, 2).map((mark) => started("sh", ["-c", "sleep 60 & sleep 61 & wait"], mark));
  const places = marks.map((mark, index): TreePlace => {
    const pid = pids[index];
    return { root: pid === undefined ? null : table.identify(pid), mark, shimPid: -1 };
  });
  const alone = () => places.map((place) => table.tree(place).map(({ pid }) => pid));
  await until(() => alone().join().split(",").length === 7, { what: "the children", seen: alone });
  expect(table.trees(places).map((tree) => tree.map(({ pid }) => pid))).toEqual(alone());
  expect(alone().map((tree) => tree.length)).toEqual([3, 3, 0]);
  expect(table.trees([])).toEqual([]);
  for (const tree of alone()) for (const pid of tree) process.kill(pid, "SIGKILL");
});
