import { expect, test } from "vitest";

import { darwinProcessTable, parseMarks, parsePs } from "../../src/adapters/process-table/darwin.ts";
import type { RunTool } from "../../src/adapters/process-table/run-tool.ts";

const START = Date.UTC(2026, 1, 3, 10, 11, 12) / 1000;
const OWN = process.pid;
const COLUMNS = "pid=,ppid=,pgid=,stat=,lstart=";

const LIST = `    1     0     1 Ss   Mon Feb  2 08:00:00 2026
  490     1   490 S    Tue Feb  3 10:11:11 2026
  501   490   501 Ss   Tue Feb  3 10:11:12 2026
  502   501   501 S+   Tue Feb  3 10:11:12 2026
  503     1   503 Ss   Tue Feb  3 10:11:13 2026
  504     1   504 Ss   Tue Feb  3 10:11:13 2026
  505   501   501 Z    Tue Feb  3 10:11:13 2026
  506   490   490 S    Tue Feb  3 10:11:12 2026
${OWN}     1 ${OWN} S    Tue Feb  3 09:00:00 2026
`;
const COMMANDS = `  501 sh -c make
  503 /opt/daemon --serve
  504 grep BELLHOP_PROC_ID=proc_000000000001 log
  506 sh shim.sh
`;
const WITH_ENVIRONMENTS = `  501 sh -c make HOME=/Users/me BELLHOP_PROC_ID=proc_000000000001
  503 /opt/daemon --serve LANG=C BELLHOP_PROC_ID=proc_000000000001 A=b
  504 grep BELLHOP_PROC_ID=proc_000000000001 log HOME=/Users/me
  506 sh shim.sh BELLHOP_PROC_ID=proc_000000000001
`;

/** Answers as `ps` and `sysctl` would, and keeps what was asked. */
function machine(answers: Readonly<Record<string, string>> = {}) {
  const asked: string[] = [];
  const texts: Readonly<Record<string, string>> = {
    "sysctl -n kern.bootsessionuuid": "0FA2-BOOT\n",
    [`ps -axo ${COLUMNS}`]: LIST,
    "ps -ww -o pid=,command= -ax": COMMANDS,
    "ps -E -ww -o pid=,command= -ax": WITH_ENVIRONMENTS,
    ...answers,
  };
  const run: RunTool = (program, words) => {
    const line = [program, ...words].join(" ");
    asked.push(line);
    const output = texts[line];
    return output === undefined ? null : { status: 0, output };
  };
  return { asked, table: darwinProcessTable(run) };
}

test("[TABLE-6] a line of ps is read, and what is none is passed over", () => {
  expect(parsePs("  501   490   501 Ss+  Tue Feb  3 10:11:12 2026    \nps: illegal option\n\n")).toEqual([
    { pid: 501, parentPid: 490, sessionPid: 501, state: "S", startTicks: START },
  ]);
});

test("[TABLE-6] a mark counts in the environment, not among the arguments", () => {
  expect([...parseMarks(COMMANDS, WITH_ENVIRONMENTS)]).toEqual(
    [501, 503, 506].map((pid) => [pid, "proc_000000000001"]),
  );
});

test("[TABLE-6] a process is asked for together with this program, so that no answer is a failure and not an end", () => {
  const line = `ps -o ${COLUMNS} -p 501,${OWN}`;
  const { asked, table } = machine({ [line]: LIST, [`ps -o ${COLUMNS} -p 999,${OWN}`]: LIST });
  const identity = { bootId: "0FA2-BOOT", pid: 501, startTicks: START };
  expect([
    table.identify(501),
    table.identify(999),
    table.fate(identity, ""),
    table.fate({ ...identity, startTicks: 1 }, ""),
    table.fate({ ...identity, bootId: "other" }, ""),
  ]).toEqual([identity, null, "same", "reused", "gone"]);
  expect(asked).toEqual(["sysctl -n kern.bootsessionuuid", line, `ps -o ${COLUMNS} -p 999,${OWN}`, line, line]);
  expect(() => table.identify(7)).toThrow(/^ps failed, is missing, or took longer than 10 s/);
});

test("[TABLE-6] a tree has children, members of the group and carriers of the mark; neither zombies nor the shim", () => {
  const { table } = machine();
  const root = { bootId: "0FA2-BOOT", pid: 501, startTicks: START };
  const place = { root, mark: "proc_000000000001", shimPid: 490 };
  const pids = (entries: readonly { readonly pid: number }[]): number[] => entries.map(({ pid }) => pid);
  expect(pids(table.tree(place))).toEqual([501, 502, 503]);
  expect(pids(table.tree({ ...place, root: { ...root, bootId: "other" } }))).toEqual([501, 502, 503]);
  expect(pids(table.helpers(490))).toEqual([490, 506]);
});

test("[TABLE-3] nothing is signalled that is not proved", () => {
  const { table } = machine({ [`ps -o ${COLUMNS} -p 501,${OWN}`]: LIST });
  const entry = { pid: 501, parentPid: 490, sessionPid: 501, startTicks: START + 1, state: "S" };
  expect(table.signal(entry, "SIGKILL")).toBe(false);
});
