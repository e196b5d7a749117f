import type { ProcessEntry, ProcessTable, ProcessUsage, TreePlace } from "../../ports/process-table.ts";
import { fateOf, identityOf, sendSignal } from "./identity.ts";
import { membersOf } from "./members.ts";
import { mustRun, type RunTool, runTool } from "./run-tool.ts";

export interface WindowsTools {
  /** @default the system's */
  readonly run?: RunTool;
  /** Ends a process where `taskkill` is missing. @default `process.kill`, which ends it at once on Windows */
  readonly end?: (pid: number) => boolean;
}

/**
 * The processes of Windows, from PowerShell and `taskkill`. Tested against text of the shape that its manuals give, never run on a real one.
 * There are neither sessions, marks nor polite signals: a tree is found by parent links, and every signal ends it. Signal 0
 * is never sent: there it is Ctrl-C for the console.
 */
export function windowsProcessTable(tools: WindowsTools = {}): ProcessTable {
  const { run = runTool, end = (pid) => sendSignal(pid, "SIGKILL") } = tools;
  const ask = (script: string): string => mustRun(run, "powershell.exe", [...POWERSHELL, script]).output;
  const bootId = ask(BOOT).trim();
  const find = (pid: number): ProcessEntry | null => parseList(ask(listScript(`ProcessId=${pid}`)))[0] ?? null;
  return {
    bootId,
    identify: (pid) => identityOf(find(pid), bootId),
    fate: (identity, mark) => fateOf({ identity, bootId, mark }, { find, markOf: () => "" }),
    tree: (place) => trees(parseList(ask(listScript())), [place], bootId)[0] ?? [],
    trees: (places) => (places.length === 0 ? [] : trees(parseList(ask(listScript())), places, bootId)),
    usage: (pid) => parseUsage(ask(usageScript(pid))),
    helpers: (shimPid) => [find(shimPid)].filter((entry) => entry !== null),
    ignores: () => false,
    signal: (entry, name) =>
      !HAS_NO_MEANING.has(name) && find(entry.pid)?.startTicks === entry.startTicks && endTree(run, end, entry.pid),
    exists: (pid) => find(pid) !== null,
  };
}

const POWERSHELL = ["-NoProfile", "-NonInteractive", "-Command"];
const BOOT =
  "[DateTimeOffset]::new((Get-CimInstance Win32_OperatingSystem).LastBootUpTime).ToUnixTimeSeconds().ToString()";
const HAS_NO_MEANING: ReadonlySet<NodeJS.Signals> = new Set(["SIGCONT", "SIGSTOP"]);

function trees(
  entries: readonly ProcessEntry[],
  places: readonly TreePlace[],
  bootId: string,
): readonly (readonly ProcessEntry[])[] {
  const population = { entries, markOf: () => "", inCgroup: new Set<number>(), ownPid: process.pid };
  return places.map((place) =>
    membersOf(population, { ...place, root: place.root?.bootId === bootId ? place.root : null }),
  );
}

/** Processor time in units of 100 ns, bytes of memory, program. */
function usageScript(pid: number): string {
  return `Get-CimInstance Win32_Process -Filter "ProcessId=${pid}" | ForEach-Object { "$($_.KernelModeTime + $_.UserModeTime) $($_.WorkingSetSize) $($_.Name)" }`;
}

/** What `usageScript` prints; null when there is no such process. */
export function parseUsage(text: string): ProcessUsage | null {
  const [, time, memory, name] = /^\s*(\d+) (\d+) (.*?)\s*$/.exec(text) ?? [];
  return name === undefined ? null : { name, cpuSeconds: Number(time) / 1e7, memoryBytes: Number(memory) };
}

/** A line for each process that has a start time: pid, pid of the parent, milliseconds since 1970. */
function listScript(filter?: string): string {
  const filtered = filter === undefined ? "" : ` -Filter "${filter}"`;
  return `Get-CimInstance Win32_Process${filtered} | Where-Object CreationDate | ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId) $([DateTimeOffset]::new($_.CreationDate).ToUnixTimeMilliseconds())" }`;
}

/** What `listScript` prints. Windows has no sessions that would tell a tree: each process is one of its own. */
export function parseList(text: string): readonly ProcessEntry[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, pid, parentPid, startTicks] = /^\s*(\d+) (\d+) (\d+)\s*$/.exec(line) ?? [];
    if (startTicks === undefined) return [];
    return [
      {
        pid: Number(pid),
        parentPid: Number(parentPid),
        sessionPid: Number(pid),
        startTicks: Number(startTicks),
        state: "R",
      },
    ];
  });
}

/** `/T`: also what it has started, `/F`: without asking. */
function endTree(run: RunTool, end: (pid: number) => boolean, pid: number): boolean {
  const answer = run("taskkill", ["/PID", String(pid), "/T", "/F"]);
  return answer === null ? end(pid) : answer.status === 0;
}
