import { constants } from "node:os";

import { ENVIRONMENT_SIGNALS_MAX } from "../../core/limits.ts";
import type { ElsewhereEntry } from "../../ports/elsewhere.ts";
import type { ProcessEntry } from "../../ports/process-table.ts";
import { membersOf } from "../process-table/members.ts";
import type { AgentLine } from "./agent-answer.ts";
import type { RemoteAgent } from "./remote-agent.ts";

const NOBODY: ReadonlySet<number> = new Set();

/** What lives there of the tree of `id`. The rules are those of this host; only the look is made there. */
export async function treeThere(
  agent: RemoteAgent,
  { id, signal }: { readonly id: string; readonly signal: NodeJS.Signals },
  abort: AbortSignal,
): Promise<readonly ElsewhereEntry[]> {
  const lines = await agent.call("tree", [id], abort);
  const ignored = ignoring(lines, constants.signals[signal]);
  return members(lines, id).map((entry) => ({ ...entry, ignoresSignal: ignored.has(entry.pid) }));
}

/** Each is looked at again there just before it is signalled. */
export async function signalThere(
  agent: RemoteAgent,
  { entries, signal }: { readonly entries: readonly ProcessEntry[]; readonly signal: NodeJS.Signals },
  abort: AbortSignal,
): Promise<void> {
  const words = entries.map(({ pid, startTicks }) => `${pid}:${startTicks}`);
  for (let place = 0; place < words.length; place += ENVIRONMENT_SIGNALS_MAX) {
    const some = words.slice(place, place + ENVIRONMENT_SIGNALS_MAX);
    await agent.call("signal", [signal.replace(/^SIG/, ""), ...some], abort);
  }
}

function members(lines: readonly AgentLine[], id: string): readonly ProcessEntry[] {
  const of = (word: string): readonly AgentLine[] => lines.filter((line) => line.words[0] === word);
  const [, job = "-", born = "-", claimant = "-"] = of("root")[0]?.words ?? [];
  const entries = of("process").map(entryOf);
  const marked = new Set(of("marked").map((line) => Number(/(\d+)\/environ$/.exec(line.text)?.[1])));
  const root = /^\d+$/.test(job)
    ? { bootId: "", pid: Number(job), startTicks: /^\d+$/.test(born) ? Number(born) : null }
    : null;
  const shimPid = /^\d+$/.test(claimant) ? Number(claimant) : -1;
  const population = {
    entries: entries.filter((entry) => !isHelper(entry, { entries, shimPid, jobPid: root?.pid ?? -1 })),
    markOf: (entry: ProcessEntry): string => (marked.has(entry.pid) ? id : ""),
    inCgroup: NOBODY,
    ownPid: -1,
  };
  return membersOf(population, { root, mark: id, shimPid });
}

interface Family {
  readonly entries: readonly ProcessEntry[];
  readonly shimPid: number;
  readonly jobPid: number;
}

/** Where nothing makes sessions the shim has none of its own: its helpers are those that come from it, and not from the command. */
function isHelper(entry: ProcessEntry, { entries, shimPid, jobPid }: Family): boolean {
  const shim = entries.find(({ pid }) => pid === shimPid);
  if (shim === undefined || shim.sessionPid === shimPid) return false;
  let one: ProcessEntry | undefined = entry;
  for (let steps = 0; one !== undefined && steps < entries.length; steps++) {
    if (one.pid === jobPid) return false;
    if (one.pid === shimPid) return true;
    const { parentPid }: ProcessEntry = one;
    one = entries.find(({ pid }) => pid === parentPid);
  }
  return false;
}

function entryOf({ words }: AgentLine): ProcessEntry {
  const [, pid, state = "", parentPid, sessionPid, startTicks] = words;
  return {
    pid: Number(pid),
    state,
    parentPid: Number(parentPid),
    sessionPid: Number(sessionPid),
    startTicks: Number(startTicks),
  };
}

/** Those that ignore the signal with this number (`SigIgn` in proc_pid_status(5)). */
function ignoring(lines: readonly AgentLine[], signalNumber: number): ReadonlySet<number> {
  const pids = new Set<number>();
  for (const { words, text } of lines) {
    const match = words[0] === "ignores" ? /(\d+)\/status:SigIgn:\s*([0-9a-f]+)/.exec(text) : null;
    if (match !== null && ((BigInt(`0x${match[2]}`) >> BigInt(signalNumber - 1)) & 1n) === 1n)
      pids.add(Number(match[1]));
  }
  return pids;
}
