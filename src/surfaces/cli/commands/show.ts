import { leftoversText } from "../../../core/notify/leftovers-text.ts";
import type { ProcessView } from "../../../core/results.ts";
import type { Context, Invocation } from "../context.ts";
import { askExisting, withRemote } from "../remote.ts";
import { bytes, duration } from "../text/amounts.ts";
import { afterHowLong, endingSentence } from "../text/ending.ts";
import { jsonLine, oneLine, plainOutput } from "../text/sanitize.ts";
import { paint, padToWidth } from "../text/table.ts";
import { EXIT } from "../report.ts";

/** `bellhop show`: everything known about one process, one fact a line. */
export async function showProcess(context: Context, invocation: Invocation): Promise<number> {
  const id = invocation.operands[0] ?? "";
  return withRemote(context, invocation, async (remote) => {
    const { wire, value } = await askExisting<ProcessView>(remote, "show", { session_id: id });
    await context.terminal.out(invocation.json ? jsonLine(wire) : page(value, context.terminal.colour));
    return EXIT.ok;
  });
}

function page(view: ProcessView, colour: boolean): string {
  const facts = factsOf(view).filter(([, value]) => value !== "");
  const width = Math.max(...facts.map(([label]) => label.length));
  const lines = facts.map(([label, value]) => `${paint(padToWidth(label, width), "bold", colour)}  ${oneLine(value)}`);
  const output = plainOutput(view.outputPreview).trimEnd();
  return `${[...lines, ...(output ? ["", output] : [])].join("\n")}\n`;
}

function factsOf(view: ProcessView): readonly (readonly [string, string])[] {
  return [
    ["id", view.sessionId],
    ["name", view.name],
    ["command", view.command],
    ["status", status(view)],
    ["note", view.note ?? ""],
    ["environment", view.environment ?? ""],
    ["contact", view.environmentNote ?? ""],
    ["started", view.startedAt],
    ["ended", view.exitedAt ?? ""],
    ["pid", view.pid === null ? "" : String(view.pid)],
    ["shim pid", view.shimPid === null ? "" : String(view.shimPid)],
    ["living pids", view.pids.join(" ")],
    ["left over", leftoverFact(view)],
    ["directory", view.cwd],
    ["shell", view.shell],
    ["stdin", view.pty ? "" : view.stdin],
    ["terminal", view.pty ? `${view.pty.rows} rows, ${view.pty.cols} columns` : ""],
    ["owner", view.ownerTaskId],
    ["task", view.taskId === view.ownerTaskId ? "" : view.taskId],
    ["session", view.sessionKey],
    ["parent session", view.parentSessionId],
    ["notify", view.notifyOnComplete ? "an event when it ends" : ""],
    ["watch", watchFact(view)],
    ["heartbeat", view.heartbeatSeconds > 0 ? `every ${duration(view.heartbeatSeconds)}, when there is output` : ""],
    ["limits", limitsFact(view)],
    ["used", usedFact(view)],
    ["ready", readyFact(view)],
    ["ports", view.ports?.join(" ") ?? ""],
    ["persist", view.persistOnRelease ? "spared when its owner is cleaned up" : ""],
    ["output", outputFact(view)],
    ["lost output", view.lostBytes ? `${bytes(view.lostBytes)}, because the disk was full` : ""],
    ["files", view.directory],
  ];
}

function status(view: ProcessView): string {
  if (view.status === "running") return `running for ${duration(view.uptimeSeconds)}`;
  return `${endingSentence(view)}${afterHowLong(view.startedAt, view)}`;
}

function leftoverFact({ leftoverPids = [], leftovers = [] }: ProcessView): string {
  const described = leftoversText(leftovers);
  const more = leftoverPids.length - leftovers.length;
  if (described === "") return leftoverPids.join(" ");
  return `${described}${more > 0 ? `, and ${more} more` : ""}`;
}

function watchFact({ watchPatterns, watchDisabled }: ProcessView): string {
  if (watchPatterns.length === 0) return "";
  return `${watchPatterns.map((pattern) => JSON.stringify(pattern)).join(" ")}${watchDisabled ? " (given up)" : ""}`;
}

/** `1h at most, 512 MiB of memory (systemd)` */
function limitsFact(view: ProcessView): string {
  const { timeoutSeconds, idleTimeoutSeconds, memoryMaxMb, maxProcesses, cpuPercent, nice, confinement } = view;
  const limits = [
    timeoutSeconds === undefined ? "" : `${duration(timeoutSeconds)} at most`,
    idleTimeoutSeconds === undefined ? "" : `${duration(idleTimeoutSeconds)} without output`,
    memoryMaxMb === undefined ? "" : `${memoryMaxMb} MiB of memory`,
    maxProcesses === undefined ? "" : `${maxProcesses} processes`,
    cpuPercent === undefined ? "" : `${cpuPercent} % of a core`,
    nice === undefined ? "" : `nice ${nice}`,
    confinement === "systemd" ? "in a scope of systemd" : confinement === "cgroup" ? "in a cgroup of its own" : "",
  ];
  return limits.filter((limit) => limit !== "").join(", ");
}

function usedFact({ cpuSeconds, peakMemoryBytes }: ProcessView): string {
  const used = [
    cpuSeconds === undefined ? "" : `${duration(cpuSeconds)} of CPU time`,
    peakMemoryBytes === undefined ? "" : `${bytes(peakMemoryBytes)} of memory`,
  ];
  return used.filter((one) => one !== "").join(", ");
}

function readyFact({ ready = "" }: ProcessView): string {
  return READY_WORDS[ready] ?? ready;
}

const READY_WORDS: Readonly<Record<string, string>> = { pending: "not yet", ready: "yes", not_ready: "no" };

function outputFact({ cursor, logHead, logMaxBytes }: ProcessView): string {
  const dropped = logHead > 0 ? `, the first ${bytes(logHead)} are not kept any more` : "";
  return `${bytes(cursor)} (cursor ${cursor}), at most ${bytes(logMaxBytes)} kept${dropped}`;
}
