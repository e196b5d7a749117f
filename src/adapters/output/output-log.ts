import { watch as watchFile } from "node:fs";
import { FOLLOW_PACE_MS } from "../../core/limits.ts";
import type { Clock } from "../../ports/clock.ts";
import type { OutputLog } from "../../ports/output-log.ts";
import { systemClock } from "../clock/system.ts";
import type { Watch } from "./activity.ts";
import { createGrowth } from "./growth.ts";
import { lineIndexOf } from "./index-cache.ts";
import { extentOf, listLog, writtenAt } from "./listing.ts";
import { readLog } from "./read-bytes.ts";
import { readLines } from "./read-lines.ts";

export interface OutputLogDependencies {
  /** @default the clock of the machine */
  readonly clock?: Clock;
  /** @default `fs.watch` */
  readonly watch?: Watch;
  /** Least time between two answers of `grown` while output flows. @default 50 ms */
  readonly paceMs?: number;
}

/**
 * The log that the shim writes in `directory`. Only reads, and holds no file open between two calls: any number of logs
 * may be open, and nothing has to be closed. Keep the log of a process rather than opening it anew: its line index goes
 * with it.
 */
export function openOutputLog(directory: string, dependencies: OutputLogDependencies = {}): OutputLog {
  const { clock = systemClock, watch = watchFile, paceMs = FOLLOW_PACE_MS } = dependencies;
  const log: OutputLog = {
    extent: () => extentOf(listLog(directory)),
    writtenAtMs: () => writtenAt(listLog(directory)),
    read: (from, maxBytes) => readLog(directory, from, maxBytes),
    lines: (first, count) => readLines(directory, lineIndexOf(log), { first, count }),
    grown: createGrowth(directory, { clock, watch, paceMs }),
  };
  return log;
}
