import { basename } from "node:path";

import { MARK_VARIABLE } from "../../core/mark.ts";
import type { Identity } from "../../core/record.ts";
import type { ProcessEntry, ProcessTable, ProcessUsage, TreePlace } from "../../ports/process-table.ts";
import { fateOf, identityOf, sendSignal } from "./identity.ts";
import { isDead, membersOf } from "./members.ts";
import { mustRun, type RunTool, runTool } from "./run-tool.ts";

/** The columns that `parseUsage` reads. */
const USAGE_COLUMNS = "pid=,time=,rss=,comm=";

/** The columns that `parsePs` reads. `sess` is no pid on macOS, so the process group stands in its place. */
const COLUMNS = "pid=,ppid=,pgid=,stat=,lstart=";

/**
 * The processes of macOS, from `ps`. Tested against text of the shape that its manuals give, never run on a real one. Its limits: a start time
 * counts whole seconds; programs that are Apple's own hide their environment, so that their mark is not seen; and whether
 * somebody ignores a signal is not told, so an interactive shell is waited for.
 */
export function darwinProcessTable(run: RunTool = runTool): ProcessTable {
  const bootId = mustRun(run, "sysctl", ["-n", "kern.bootsessionuuid"]).output.trim();
  // This program is asked for, too: then there is always an answer, and no answer is a failure.
  const find = (pid: number): ProcessEntry | null =>
    parsePs(mustRun(run, "ps", ["-o", COLUMNS, "-p", `${pid},${process.pid}`]).output).find(
      (entry) => entry.pid === pid,
    ) ?? null;
  const list = (): readonly ProcessEntry[] => parsePs(mustRun(run, "ps", ["-axo", COLUMNS]).output);
  return {
    bootId,
    identify: (pid) => identityOf(find(pid), bootId),
    fate: (identity, mark) =>
      fateOf(
        { identity, bootId, mark },
        { find, markOf: (pid) => readMarks(run, ["-p", `${pid},${process.pid}`]).get(pid) ?? "" },
      ),
    tree: (place) => trees(run, list(), [{ ...place, root: ofThisBoot(place.root, bootId) }])[0] ?? [],
    trees: (places) =>
      trees(
        run,
        places.length === 0 ? [] : list(),
        places.map((place) => ({ ...place, root: ofThisBoot(place.root, bootId) })),
      ),
    usage: (pid) => parseUsage(mustRun(run, "ps", ["-o", USAGE_COLUMNS, "-p", `${pid},${process.pid}`]).output, pid),
    helpers: (shimPid) => list().filter((entry) => entry.sessionPid === shimPid && !isDead(entry)),
    ignores: () => false,
    signal: (entry, name) => find(entry.pid)?.startTicks === entry.startTicks && sendSignal(entry.pid, name),
    exists: (pid) => find(pid) !== null,
  };
}

function ofThisBoot(root: Identity | null, bootId: string): Identity | null {
  return root?.bootId === bootId ? root : null;
}

function trees(
  run: RunTool,
  entries: readonly ProcessEntry[],
  places: readonly TreePlace[],
): readonly (readonly ProcessEntry[])[] {
  if (places.length === 0) return [];
  const marks = readMarks(run, ["-ax"]);
  const markOf = (entry: ProcessEntry): string => marks.get(entry.pid) ?? "";
  return places.map((place) => membersOf({ entries, markOf, inCgroup: new Set(), ownPid: process.pid }, place));
}

/** `501 0:01.23 4096 /usr/bin/node`: pid, processor time, kibibytes of memory, program. Null when `pid` is not in it. */
export function parseUsage(text: string, pid: number): ProcessUsage | null {
  for (const line of text.split("\n")) {
    const [, found, time = "", kibibytes, program = ""] = /^\s*(\d+)\s+([\d:.-]+)\s+(\d+)\s+(.*?)\s*$/.exec(line) ?? [];
    if (Number(found) !== pid) continue;
    return { name: basename(program), cpuSeconds: secondsOf(time), memoryBytes: Number(kibibytes) * 1024 };
  }
  return null;
}

/** `1-02:03:04.50`, where days and hours may be missing. */
function secondsOf(time: string): number {
  const [clock = "", days = "0"] = time.split("-").toReversed();
  return clock.split(":").reduce((sum, part) => sum * 60 + Number(part), 0) + Number(days) * 86_400;
}

/** `  501   1   501 Ss   Tue Feb  3 10:11:12 2026`, with LC_ALL=C and TZ=UTC. Other lines are passed over. */
export function parsePs(text: string): readonly ProcessEntry[] {
  return text.split("\n").flatMap((line) => {
    const [, pid, parentPid, groupPid, state = "", start] =
      /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4})\s*$/.exec(line) ?? [];
    if (start === undefined) return [];
    return [
      {
        pid: Number(pid),
        parentPid: Number(parentPid),
        sessionPid: Number(groupPid),
        startTicks: Date.parse(`${start} UTC`) / 1000,
        state: state.charAt(0),
      },
    ];
  });
}

/**
 * `ps -E` puts the environment behind the arguments, where a mark among the arguments of a stranger would look the same.
 * So it is asked without it, too, and only what is behind the arguments counts.
 */
function readMarks(run: RunTool, whom: readonly string[]): ReadonlyMap<number, string> {
  const ask = (flags: readonly string[]): string =>
    mustRun(run, "ps", [...flags, "-ww", "-o", "pid=,command=", ...whom]).output;
  return parseMarks(ask([]), ask(["-E"]));
}

/** Marks by pid, from the lines without and with the environments. */
export function parseMarks(withoutText: string, withText: string): ReadonlyMap<number, string> {
  const commands = new Map(withoutText.split("\n").map(pidAndRest));
  const marks = withText
    .split("\n")
    .map(pidAndRest)
    .map(([pid, line]) => {
      const command = commands.get(pid);
      const environment = command !== undefined && line.startsWith(command) ? line.slice(command.length) : "";
      return [pid, MARK.exec(environment)?.[1] ?? ""] as const;
    });
  return new Map(marks.filter(([, mark]) => mark !== ""));
}

const MARK = new RegExp(`\\s${MARK_VARIABLE}=(\\S+)`);

function pidAndRest(line: string): readonly [number, string] {
  const [, pid, rest = ""] = /^\s*(\d+) (.*?)\s*$/.exec(line) ?? [];
  return [Number(pid), rest];
}
