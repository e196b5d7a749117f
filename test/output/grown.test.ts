import { getEventListeners } from "node:events";
import {
  closeSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  watch as watchFile,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Watch } from "../../src/adapters/output/activity.ts";
import { openOutputLog } from "../../src/adapters/output/output-log.ts";
import { FOLLOW_PACE_MS, FOLLOW_POLL_MS, READ_MAX_BYTES } from "../../src/core/limits.ts";
import { until } from "../support/until.ts";
import { createLogFiles } from "./log-files.ts";
import type { LogFiles } from "./log-files.ts";

const never = new AbortController().signal;

const atOnce: readonly [string, number, (log: LogFiles) => void][] = [
  ["there is something behind", 2, () => undefined],
  ["nothing can follow any more", 3, (log) => log.drain()],
  ["everything behind was lost", 3, (log) => log.noteLoss(5)],
];

test.each(atOnce)("[LOG-10] does not wait when %s", async (_, from, prepare) => {
  const files = createLogFiles();
  files.append("abc");
  prepare(files);
  const counted = countedWatch();
  await openOutputLog(files.directory, counted).grown(from, never);
  expect(counted.made()).toBe(0);
});

const wakers: readonly [string, (log: LogFiles) => void][] = [
  ["bytes come", (log) => log.append("d")],
  ["bytes come in a new segment", (log) => (log.begin(), log.append("d"))],
  ["bytes come after a loss", (log) => (log.begin(10), log.append("d"))],
  ["bytes are lost", (log) => log.noteLoss(10)],
  ["the log is drained", (log) => log.drain()],
];

test.each(wakers)("[LOG-10] [LOG-13] wakes when %s, and lets go of its watch", async (_, wake) => {
  const files = createLogFiles();
  files.append("abc");
  const waiting = startWaiting(files, 3);
  await until(() => watchesOn(files.directory) === 1, { what: "the watch" });
  expect(waiting.isOver()).toBe(false);
  wake(files);
  await waiting.promise;
  await noWatchLeft(files);
});

test("[LOG-10] wakes when the first segment begins to fill", async () => {
  const files = createLogFiles();
  const waiting = startWaiting(files, 0);
  await until(() => watchesOn(files.directory) === 1, { what: "the watch" });
  files.append("a");
  await waiting.promise;
  await noWatchLeft(files);
});

test("[LOG-10] bytes that came just before the watch stood are not waited for", async () => {
  const files = createLogFiles();
  const watch: Watch = (...parameters) => {
    files.append("a");
    return watchFile(...parameters);
  };
  await openOutputLog(files.directory, { watch }).grown(0, never);
  await noWatchLeft(files);
});

test("[LOG-10] [LOG-13] ends when it is told to stop, before and while it waits", async () => {
  const files = createLogFiles();
  const controller = new AbortController();
  const log = openOutputLog(files.directory);
  const waits = [log.grown(0, controller.signal), log.grown(0, controller.signal)];
  await until(() => watchesOn(files.directory) === 1, { what: "the watch" });
  controller.abort();
  await Promise.all([...waits, log.grown(0, controller.signal)]);
  await noWatchLeft(files);
});

test("[LOG-10] other files of the process, and writes into its pipe, do not wake it", async () => {
  const files = createLogFiles();
  const seen: string[] = [];
  const watch: Watch = (path, options, listener) =>
    watchFile(path, options, (type, name) => {
      listener(type, name);
      seen.push(String(name));
    });
  const controller = new AbortController();
  let isOver = false;
  const waiting = openOutputLog(files.directory, { watch })
    .grown(0, controller.signal)
    .then(() => (isOver = true));
  await until(() => watchesOn(files.directory) === 1, { what: "the watch" });
  const pipe = openSync(join(files.directory, "pipe"), "r+");
  writeSync(pipe, "a");
  closeSync(pipe);
  writeFileSync(join(files.directory, "record.json.new"), "{}");
  renameSync(join(files.directory, "record.json.new"), join(files.directory, "record.json"));
  await until(() => seen.includes("record.json"), { what: "the renaming", seen: () => seen });
  expect([isOver, watchesOn(files.directory)]).toEqual([false, 1]);
  controller.abort();
  await waiting;
});

test("[LOG-10] an offset far ahead is waited for without a watch at every byte", async () => {
  const files = createLogFiles();
  const counted = countedWatch();
  let isOver = false;
  const startMs = performance.now();
  const waiting = openOutputLog(files.directory, counted)
    .grown(199, never)
    .then(() => (isOver = true));
  for (let n = 0; n < 200; n += 1) {
    expect(isOver).toBe(false);
    files.append("a");
    await nextMillisecond();
  }
  await waiting;
  expect(counted.made()).toBeLessThanOrEqual((performance.now() - startMs) / FOLLOW_PACE_MS + 1);
});

test("[LOG-11] a torrent wakes a follower no more than its pace allows, and every byte comes", async () => {
  const files = createLogFiles();
  const log = openOutputLog(files.directory);
  let writing = true;
  const startMs = performance.now();
  const writer = (async () => {
    for (let n = 0; n < 400; n += 1) {
      files.append(`${n}\n`);
      if (n % 100 === 99) files.begin();
      await nextMillisecond();
    }
    files.drain();
    writing = false;
  })();
  let [text, wakes] = ["", 0];
  for (; writing || log.extent().size > text.length; wakes += 1) {
    await log.grown(text.length, never);
    text += log.read(text.length, READ_MAX_BYTES).bytes.toString();
  }
  await writer;
  expect(text).toBe(Array.from({ length: 400 }, (_, n) => `${n}\n`).join(""));
  expect(wakes).toBeLessThanOrEqual((performance.now() - startMs) / FOLLOW_PACE_MS + 4);
});

test("[LOG-11] the end of a busy log is told at once, and whoever goes on asking is slowed down", async () => {
  const toldMs: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const files = createLogFiles();
    const log = openOutputLog(files.directory);
    files.append("a");
    await log.grown(0, never);
    files.drain();
    const startMs = performance.now();
    await log.grown(1, never);
    toldMs.push(performance.now() - startMs);
    for (let n = 0; n < 4; n += 1) await log.grown(1, never);
    expect(performance.now() - startMs).toBeGreaterThan(4 * FOLLOW_PACE_MS - 10);
  }
  expect(Math.min(...toldMs)).toBeLessThan(FOLLOW_PACE_MS / 2);
});

test("[LOG-11] the first bytes after a quiet time wake at once", async () => {
  const files = createLogFiles();
  const log = openOutputLog(files.directory);
  const delays: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const waiting = log.grown(n, never);
    await until(() => watchesOn(files.directory) === 1, { what: "the watch" });
    const startMs = performance.now();
    files.append("a");
    await waiting;
    delays.push(performance.now() - startMs);
  }
  expect(Math.min(...delays)).toBeLessThan(FOLLOW_PACE_MS / 2);
});

test("[LOG-11] a follower that is far behind is not slowed down", async () => {
  const files = createLogFiles();
  files.stretch(64 * READ_MAX_BYTES);
  const log = openOutputLog(files.directory);
  const startMs = performance.now();
  for (let at = 0; at < files.end(); at += READ_MAX_BYTES) await log.grown(at, never);
  expect(performance.now() - startMs).toBeLessThan(63 * FOLLOW_PACE_MS);
});

test.each<[string, Watch]>([
  [
    "has none left",
    () => {
      throw Object.assign(new Error("ENOSPC: no watch"), { code: "ENOSPC" });
    },
  ],
  [
    "takes it away",
    (...parameters) => {
      const watcher = watchFile(...parameters);
      setImmediate(() => watcher.emit("error", new Error("gone")));
      return watcher;
    },
  ],
])("[LOG-12] [LOG-13] looks from time to time when the kernel %s", async (_, watch) => {
  const files = createLogFiles();
  let tries = 0;
  const counting: Watch = (...parameters) => {
    tries += 1;
    return watch(...parameters);
  };
  const startMs = performance.now();
  const waiting = openOutputLog(files.directory, { watch: counting }).grown(0, never);
  await until(() => tries === 3, { what: "the third try" });
  expect(performance.now() - startMs).toBeGreaterThan(2 * FOLLOW_POLL_MS - 10);
  files.append("a");
  await waiting;
  expect(performance.now() - startMs).toBeLessThan(20 * FOLLOW_POLL_MS);
  await noWatchLeft(files);
});

test("[LOG-13] a pending call does not keep the program alive, and leaves no listener on its signal", async () => {
  const files = createLogFiles();
  const { signal } = new AbortController();
  const log = openOutputLog(files.directory);
  for (let n = 0; n < 3; n += 1) {
    const waiting = log.grown(n, signal);
    await until(() => watchesOn(files.directory) === 1, { what: "the watch" });
    expect([
      process.getActiveResourcesInfo().includes("FSEventWrap"),
      getEventListeners(signal, "abort").length,
    ]).toEqual([false, 1]);
    files.append("a");
    await waiting;
    expect(getEventListeners(signal, "abort")).toEqual([]);
  }
});

function startWaiting(
  files: LogFiles,
  from: number,
): { readonly promise: Promise<void>; readonly isOver: () => boolean } {
  let isOver = false;
  const promise = openOutputLog(files.directory)
    .grown(from, never)
    .then(() => void (isOver = true));
  return { promise, isOver: () => isOver };
}

function countedWatch(): { readonly watch: Watch; readonly made: () => number } {
  let made = 0;
  const watch: Watch = (...parameters) => {
    made += 1;
    return watchFile(...parameters);
  };
  return { watch, made: () => made };
}

/** Node takes a watch away a moment after its listener has closed it. */
async function noWatchLeft(files: LogFiles): Promise<void> {
  await until(() => watchesOn(files.directory) === 0, { what: "the end of the watch" });
}

/** Watches of this program on the directory, as the kernel has them. */
function watchesOn(directory: string): number {
  const inode = statSync(directory).ino.toString(16);
  return readdirSync("/proc/self/fdinfo")
    .map((name) => readIfThere(`/proc/self/fdinfo/${name}`))
    .reduce((sum, text) => sum + text.split("\n").filter((line) => line.includes(` ino:${inode} `)).length, 0);
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function nextMillisecond(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}
