import { expect, test } from "vitest";

import type { RunTool } from "../../src/adapters/process-table/run-tool.ts";
import { parseList, windowsProcessTable } from "../../src/adapters/process-table/windows.ts";

const LIST = "4 0 1770000000000\r\n501 490 1770113472000\r\n502 501 1770113473000\r\n503 501 1770000000001\r\n";

interface Machine {
  readonly taskkill: "works" | "finds nothing" | "is missing";
}

function machine({ taskkill }: Machine) {
  const asked: string[] = [];
  const ended: number[] = [];
  const run: RunTool = (program, words) => {
    if (program === "powershell.exe") {
      const script = words.at(-1) ?? "";
      asked.push([program, ...words.slice(0, -1), script.split(" | ")[0]].join(" "));
      const wanted = /ProcessId=(\d+)/.exec(script)?.[1];
      const lines = LIST.split("\r\n").filter((line) => wanted === undefined || line.startsWith(`${wanted} `));
      return { status: 0, output: script.includes("LastBootUpTime") ? "1769999999\r\n" : lines.join("\r\n") };
    }
    asked.push([program, ...words].join(" "));
    if (taskkill === "is missing") return null;
    return { status: taskkill === "works" ? 0 : 128, output: "" };
  };
  const table = windowsProcessTable({ run, end: (pid) => ended.push(pid) > 0 });
  asked.length = 0;
  return { asked, ended, table };
}

const ENTRY = { pid: 501, parentPid: 490, sessionPid: 501, startTicks: 1_770_113_472_000, state: "R" };

test("[TABLE-7] the list is read, and what is no line of it is passed over", () => {
  expect(parseList("501 490 1770113472000\r\nGet-CimInstance : Access denied\r\n")).toEqual([ENTRY]);
});

test("[TABLE-7] a process is asked for by PowerShell, never by signal 0", () => {
  const { asked, ended, table } = machine({ taskkill: "works" });
  expect([table.bootId, table.identify(501), table.exists(501), table.exists(999)]).toEqual([
    "1769999999",
    { bootId: "1769999999", pid: 501, startTicks: ENTRY.startTicks },
    true,
    false,
  ]);
  const ask = "powershell.exe -NoProfile -NonInteractive -Command Get-CimInstance Win32_Process -Filter";
  expect([asked, ended]).toEqual([[`${ask} "ProcessId=501"`, `${ask} "ProcessId=501"`, `${ask} "ProcessId=999"`], []]);
});

test("[TABLE-7] a tree has children by parent links, without those that are older than the parent they name", () => {
  const { table } = machine({ taskkill: "works" });
  const root = { bootId: "1769999999", pid: 501, startTicks: ENTRY.startTicks };
  expect(table.tree({ root, mark: "proc_x", shimPid: 490 }).map(({ pid }) => pid)).toEqual([501, 502]);
});

test.each<[Machine["taskkill"], boolean, readonly number[]]>([
  ["works", true, []],
  ["finds nothing", false, []],
  ["is missing", true, [501]],
])("[TABLE-7] a signal ends the tree: taskkill %s", (taskkill, told, plainlyEnded) => {
  const { asked, ended, table } = machine({ taskkill });
  expect([table.signal(ENTRY, "SIGTERM"), asked.at(-1), ended]).toEqual([
    told,
    "taskkill /PID 501 /T /F",
    plainlyEnded,
  ]);
});

test("[TABLE-3] neither a stranger nor with SIGCONT or SIGSTOP is anything ended", () => {
  const { asked, table } = machine({ taskkill: "works" });
  expect([
    table.signal(ENTRY, "SIGCONT"),
    table.signal(ENTRY, "SIGSTOP"),
    table.signal({ ...ENTRY, startTicks: 1 }, "SIGKILL"),
  ]).toEqual([false, false, false]);
  expect(asked.filter((line) => line.startsWith("taskkill"))).toEqual([]);
});
