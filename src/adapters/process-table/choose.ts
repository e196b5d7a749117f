import { BellhopError } from "../../core/errors.ts";
import type { ProcessTable } from "../../ports/process-table.ts";
import { darwinProcessTable } from "./darwin.ts";
import { linuxProcessTable } from "./linux.ts";
import { windowsProcessTable } from "./windows.ts";

const TABLES: Readonly<Partial<Record<NodeJS.Platform, () => ProcessTable>>> = {
  linux: linuxProcessTable,
  darwin: () => darwinProcessTable(),
  win32: () => windowsProcessTable(),
};

/** The process table of a system (`process.platform`). Throws `home_unusable` where there is none. */
export function processTableOf(platform: NodeJS.Platform): ProcessTable {
  const open = TABLES[platform];
  if (open !== undefined) return open();
  throw new BellhopError(
    "home_unusable",
    `Bellhop cannot recognise processes on ${platform}. Run it on Linux, or in a Linux machine or container.`,
  );
}
