import { execFileSync } from "node:child_process";
import { appendFileSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "../support/temp.ts";

/** Writes a log as the shim does, one step at a time. */
export interface LogFiles {
  readonly directory: string;
  /** Appends to the newest segment, or to the first. */
  append(bytes: string | Uint8Array): void;
  /** Begins a segment at the end of all that was read, or further on, as after a loss. */
  begin(lostBytes?: number): void;
  dropOldest(): void;
  /** Tells that everything up to `end` was read. */
  noteLoss(end: number, about?: ".about"): void;
  drain(): void;
  /** Makes the newest segment this large, with zeros that take no room. */
  stretch(size: number): void;
  end(): number;
}

export function createLogFiles(directory: string = temporaryDirectory()): LogFiles {
  execFileSync("mkfifo", [join(directory, "pipe")]);
  writeFileSync(join(directory, "lost.0"), "");
  let newest = 0;
  let size = 0;
  const path = (): string => segmentPath(directory, newest);
  const append = (bytes: string | Uint8Array): void => {
    appendFileSync(path(), bytes);
    size += Buffer.byteLength(bytes);
  };
  return {
    directory,
    append,
    begin(lostBytes = 0) {
      newest += size + lostBytes;
      size = 0;
      append("");
    },
    dropOldest() {
      const [oldest] = readdirSync(directory)
        .filter((name) => name.startsWith("log."))
        .toSorted();
      if (oldest) rmSync(join(directory, oldest));
    },
    noteLoss(end, about) {
      const [old = ""] = readdirSync(directory).filter((name) => name.startsWith("lost."));
      renameSync(join(directory, old), join(directory, `lost.${end}${about ?? ""}`));
    },
    drain: () => renameSync(join(directory, "pipe"), join(directory, "drained")),
    stretch(bytes) {
      append("");
      truncateSync(path(), bytes);
      size = bytes;
    },
    end: () => newest + size,
  };
}

export function segmentPath(directory: string, offset: number): string {
  return join(directory, `log.${String(offset).padStart(15, "0")}`);
}
