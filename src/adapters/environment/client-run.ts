import { type ChildProcess, spawn } from "node:child_process";

import { deferred } from "../../base/deferred.ts";
import { CALL_DRAIN_QUIET_MS, CALL_GRACE_MS, CALL_KILL_DEADLINE_MS } from "../../core/limits.ts";
import type { Identity } from "../../core/record.ts";
import type { ProcessEntry, ProcessTable } from "../../ports/process-table.ts";
import { processTableOf } from "../process-table/choose.ts";
import { callOutputs } from "./call-outputs.ts";

/** A program of this host that is run for one call. */
export interface ClientRun {
  readonly program: string;
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: Uint8Array | undefined;
  /** Ends it and its tree here. */
  readonly signal: AbortSignal;
  /** Whether the error output says that the command has ended: then the program is not waited for. */
  hasEnded(errorOutput: string): boolean;
}

export interface ClientResult {
  readonly stdout: Buffer;
  /** Not empty when some of the output was dropped. */
  readonly droppedLine: string;
  readonly stderr: string;
  /** Null: ended by us, or by a signal. */
  readonly exitCode: number | null;
  /** The signal came before its end. */
  readonly wasStopped: boolean;
}

/**
 * Runs a program until it, or the command that it stands for, has ended and its outputs are closed or quiet: whoever has
 * inherited them cannot hold the call up. Rejects with the system's error when it cannot be started.
 */
export async function runClient(run: ClientRun): Promise<ClientResult> {
  const child = spawn(run.program, run.words, {
    env: run.env,
    cwd: "/",
    detached: true,
    stdio: [run.stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  });
  await started(child);
  const table = processTableOf(process.platform);
  const root = child.pid === undefined ? null : table.identify(child.pid);
  const outputs = callOutputs(run.hasEnded);
  child.stdout?.on("data", (chunk: Buffer) => outputs.stdout(chunk));
  child.stderr?.on("data", (chunk: Buffer) => outputs.stderr(chunk));
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  feed(child, run.stdin);
  const stopped = deferred<"stopped">();
  const stop = (): void => stopped.resolve("stopped");
  run.signal.addEventListener("abort", stop);
  if (run.signal.aborted) stop();
  let outcome: "stopped" | void = undefined;
  try {
    outcome = await Promise.race([outputs.ended, exited, stopped.promise]);
    if (outcome !== "stopped") await Promise.race([outputs.quiet(closed), stopped.promise]);
    // A program that has just ended may not have been noticed yet, and what it has left behind is to live.
    if (outcome !== "stopped" && isAlive(child))
      await Promise.race([exited, stopped.promise, pause(CALL_DRAIN_QUIET_MS)]);
    if (isAlive(child)) await endTree({ table, root, exited });
  } finally {
    run.signal.removeEventListener("abort", stop);
    release(child);
  }
  return { ...outputs.result(), exitCode: child.exitCode, wasStopped: outcome === "stopped" };
}

function started(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", reject);
  });
}

function feed(child: ChildProcess, stdin: Uint8Array | undefined): void {
  if (stdin === undefined) return;
  // A command need not read its input.
  child.stdin?.on("error", () => {});
  child.stdin?.end(stdin);
}

interface Tree {
  readonly table: ProcessTable;
  readonly root: Identity | null;
  readonly exited: Promise<void>;
}

/** SIGTERM for the program and all below it, then SIGKILL, until nothing of them lives. */
async function endTree({ table, root, exited }: Tree): Promise<void> {
  if (root === null) return;
  const deadlineMs = performance.now() + CALL_KILL_DEADLINE_MS;
  const graceEndsMs = performance.now() + CALL_GRACE_MS;
  const known = new Map<number, ProcessEntry>();
  const asked = new Set<number>();
  for (;;) {
    // No process has this mark: members are found by parent links and by the session.
    const tree = table.tree({ root, mark: "bellhop-call", shimPid: -1, known: [...known.values()] });
    if (tree.length === 0 || performance.now() > deadlineMs) break;
    const signal = performance.now() > graceEndsMs ? "SIGKILL" : "SIGTERM";
    for (const entry of tree) {
      known.set(entry.pid, entry);
      if (signal === "SIGKILL" || !asked.has(entry.pid)) table.signal(entry, signal);
      asked.add(entry.pid);
    }
    await pause(10);
  }
  await Promise.race([exited, pause(CALL_GRACE_MS)]);
}

function isAlive(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

/** Whoever holds the outputs open does not hold this program up. */
function release(child: ChildProcess): void {
  child.stdin?.destroy();
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.unref();
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
