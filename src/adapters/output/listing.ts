import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { systemCode } from "../../core/errors.ts";
import type { LogExtent } from "../../ports/output-log.ts";

/** One file of a log: the bytes `[offset, offset + size)` of everything ever written. */
export interface Segment {
  readonly path: string;
  readonly offset: number;
  readonly size: number;
}

/** What the directory of a process says about its log at one moment. */
export interface Listing {
  /** The oldest first. Bytes between two of them were lost. */
  readonly segments: readonly Segment[];
  /** Offset behind the last byte that the copier has read, as far as it had a reason to note it. */
  readonly readEnd: number;
  readonly lostExact: boolean;
  readonly drained: boolean;
}

/** Lists the log in `directory`. A directory that is gone is an empty log that nothing can be added to. */
export function listLog(directory: string): Listing {
  let listing = look(directory);
  for (let tries = 1; !listing.settled && tries < LOOKS_MAX; tries += 1) listing = look(directory);
  return listing;
}

export function extentOf({ segments, readEnd, lostExact, drained }: Listing): LogExtent {
  const head = segments[0]?.offset ?? 0;
  const size = Math.max(storedEnd(segments), readEnd);
  const stored = segments.reduce((sum, segment) => sum + segment.size, 0);
  return { head, size, lostBytes: Math.max(0, size - head - stored), lostExact, drained };
}

/** When the newest segment was last written to, in milliseconds since 1970; null when there is none. */
export function writtenAt({ segments }: Listing): number | null {
  const last = segments.at(-1);
  const stat = last && statSync(last.path, { throwIfNoEntry: false });
  return stat?.mtimeMs ?? null;
}

/** Offset behind the last byte that is stored. */
export function storedEnd(segments: readonly Segment[]): number {
  const last = segments.at(-1);
  return last ? endOf(last) : 0;
}

export function endOf(segment: Segment): number {
  return segment.offset + segment.size;
}

/** A writer would have to replace the whole log between two system calls this many times in a row to outrun us. */
const LOOKS_MAX = 100;

interface Look extends Listing {
  /** False when files went away while we looked, so that another look sees more. */
  readonly settled: boolean;
}

function look(directory: string): Look {
  const names = namesIn(directory);
  if (!names) return { segments: [], readEnd: 0, lostExact: true, drained: true, settled: true };
  const offsets = names.map(segmentOffset).filter((offset) => offset !== undefined);
  const segments = measure(directory, offsets);
  const marks = names.map(lossMark).filter((mark) => mark !== undefined);
  return {
    segments,
    readEnd: Math.max(0, ...marks.map((mark) => mark.end)),
    lostExact: marks.every((mark) => mark.exact),
    drained: names.includes("drained") || !names.includes("pipe"),
    settled: segments.length > 0 || offsets.length === 0,
  };
}

function namesIn(directory: string): readonly string[] | undefined {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

const SEGMENT_NAME = /^log\.(\d{15})$/;
const LOSS_NAME = /^lost\.(\d+)(\.about)?$/;

function segmentOffset(name: string): number | undefined {
  const digits = SEGMENT_NAME.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function lossMark(name: string): { readonly end: number; readonly exact: boolean } | undefined {
  const match = LOSS_NAME.exec(name);
  return match ? { end: Number(match[1]), exact: match[2] === undefined } : undefined;
}

/** The oldest go first: where one is gone by now, those before it are as well, although they were still there a moment ago. */
function measure(directory: string, offsets: readonly number[]): readonly Segment[] {
  let segments: Segment[] = [];
  for (const offset of offsets.toSorted((one, other) => one - other)) {
    const path = join(directory, `log.${String(offset).padStart(15, "0")}`);
    const size = statSync(path, { throwIfNoEntry: false })?.size;
    if (size === undefined) segments = [];
    else segments.push({ path, offset, size });
  }
  return segments;
}
