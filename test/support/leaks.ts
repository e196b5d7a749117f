import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";

/**
 * After each test file nothing of it is left: no process, no open file, no temporary directory. It runs in a worker of its own,
 * so what is found is its doing; the file fails with a list.
 *
 * Every process that a test starts inherits BELLHOP_TEST_RUN, also a daemon that has no parent of ours any more. Temporary
 * directories are made below one of this worker's.
 */
const MARK = `BELLHOP_TEST_RUN=${randomUUID()}`;
/** What is about to end may take this long. */
const SETTLE_MS = 3_000;

process.env["BELLHOP_TEST_RUN"] = MARK.split("=")[1];
const temporary = mkdtempSync(join(tmpdir(), "bh-"));
process.env["TMPDIR"] = temporary;

let filesBefore: readonly string[] = [];

beforeAll(async () => {
  await openWhatNodeKeepsOpen();
  filesBefore = openFiles();
});

afterAll(async () => {
  const left = await settled(whatIsLeft);
  for (const { pid } of ourProcesses()) end(pid);
  rmSync(temporary, { recursive: true, force: true });
  if (left.length > 0) throw new Error(`This test file leaves behind:\n  ${left.join("\n  ")}`);
});

function whatIsLeft(): readonly string[] {
  return [
    ...ourProcesses().map(({ pid, state, command }) => `process ${pid} (${state}): ${command}`),
    ...without(openFiles(), filesBefore).map((target) => `open file: ${target}`),
    ...temporaryDirectories().map((name) => `temporary directory: ${join(temporary, name)}`),
  ];
}

/** Looks until nothing is left, or the time is up. */
async function settled(look: () => readonly string[]): Promise<readonly string[]> {
  const deadline = performance.now() + SETTLE_MS;
  for (;;) {
    const left = look();
    if (left.length === 0 || performance.now() > deadline) return left;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

interface Process {
  readonly pid: number;
  readonly parentPid: number;
  readonly state: string;
  readonly command: string;
}

/** Descendants of this worker, and whatever carries its mark. */
function ourProcesses(): readonly Process[] {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => describe(Number(name)));
  const ours = new Set([process.pid]);
  for (let size = 0; size !== ours.size;) {
    size = ours.size;
    for (const { pid, parentPid } of all) if (ours.has(parentPid)) ours.add(pid);
  }
  return all.filter(({ pid }) => pid !== process.pid && (ours.has(pid) || isMarked(pid)));
}

/** Nothing when it ended meanwhile. */
function describe(pid: number): readonly Process[] {
  const stat = read(`/proc/${pid}/stat`);
  const [state = "", parentPid = ""] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (state === "") return [];
  const command =
    read(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim() ||
    stat.slice(stat.indexOf("("), stat.lastIndexOf(")") + 1);
  return [{ pid, parentPid: Number(parentPid), state, command }];
}

function isMarked(pid: number): boolean {
  return read(`/proc/${pid}/environ`).split("\0").includes(MARK);
}

/** Where the descriptors of this worker lead. Pipes and sockets have no names that last: their kind counts. */
function openFiles(): readonly string[] {
  return readdirSync("/proc/self/fd").flatMap((name) => {
    const target = tryOr(() => readlinkSync(`/proc/self/fd/${name}`), "");
    // The directory that is being listed.
    return target === "" || target === `/proc/${process.pid}/fd`
      ? []
      : [target.replace(/^(pipe|socket):\[\d+\]$/, "$1")];
  });
}

/** What Node opens with the first child and the first watch, and never closes. */
async function openWhatNodeKeepsOpen(): Promise<void> {
  watch(temporary).close();
  await new Promise((resolve) => spawn("true").on("close", resolve));
}

/** The folder for sockets of long homes is the user's, not a test's. */
function temporaryDirectories(): readonly string[] {
  return readdirSync(temporary).filter((name) => /^bellhop-(?!\d+$)/.test(name));
}

function without(list: readonly string[], taken: readonly string[]): readonly string[] {
  const rest = [...taken];
  return list.filter((item) => {
    const place = rest.indexOf(item);
    if (place >= 0) rest.splice(place, 1);
    return place < 0;
  });
}

function end(pid: number): void {
  tryOr(() => process.kill(pid, "SIGKILL"), false);
}

function read(path: string): string {
  return tryOr(() => readFileSync(path, "utf8"), "");
}

function tryOr<T>(action: () => T, otherwise: T): T {
  try {
    return action();
  } catch {
    return otherwise;
  }
}
