import type { ChildProcess } from "node:child_process";
import { mkdirSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { LOW_DISK_BYTES } from "../../core/limits.ts";
import { logLayout } from "../../core/log-layout.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ProcessTable } from "../../ports/process-table.ts";
import type { SparePipes } from "./spare-pipes.ts";

export interface ShimLauncherOptions {
  readonly clock: Clock;
  readonly table: ProcessTable;
  readonly spares: SparePipes;
  /** Where pipes live when the home's file system has none; null = in the directory of the process. */
  readonly pipesRoot: string | null;
  /** The shell that runs the shim. @default `/bin/sh` */
  readonly shimShell?: readonly string[];
  /** Use what macOS has in place of what it lacks. For tests. @default false */
  readonly substitutes?: boolean;
  /** Whether `script` can hold a terminal here. @default whether that of util-linux is here */
  readonly holdsTerminals?: () => boolean;
  /** Whether a terminal can be made without `script`. @default whether the optional package `@lydell/node-pty` is here */
  readonly opensTerminals?: () => boolean;
}

/** What every verb of the shim is called with. */
export interface ShimGround extends ShimLauncherOptions {
  /** Where the named pipes of a process are. */
  readonly pipesOf: (directory: string) => string;
}

export const SHIM: string = fileURLToPath(new URL("shim.sh", import.meta.url));

/** The words from DIR to MODE, the same for every verb. */
export function copierWords(ground: ShimGround, directory: string, logMaxBytes: number): string[] {
  const layout = logLayout(logMaxBytes);
  const mode = freeBytes(directory) < LOW_DISK_BYTES ? "careful" : "quick";
  const sizes = [layout.blockBytes, layout.segmentBytes, layout.segments].map(String);
  return [directory, ground.pipesOf(directory), ...sizes, mode];
}

function freeBytes(directory: string): number {
  const disk = statfsSync(directory);
  return disk.bavail * disk.bsize;
}

export function preparePipe(ground: ShimGround, directory: string): void {
  const pipes = ground.pipesOf(directory);
  if (pipes === directory) {
    ground.spares.take(join(directory, "pipe"));
  } else {
    mkdirSync(pipes, { recursive: true, mode: 0o700 });
    writeFileSync(join(directory, "pipe"), "", { mode: 0o600 }); // The marker that becomes `drained`.
  }
}

/** A shim lives on without us; what its listeners hold (a whole environment) does not. Node reaps it. */
export function forget(shim: ChildProcess): void {
  shim.removeAllListeners();
  shim.on("error", ignore);
}

function ignore(): void {}
