import { closeSync, openSync, readSync } from "node:fs";
import { systemCode } from "../../core/errors.ts";
import { READ_MAX_BYTES } from "../../core/limits.ts";
import type { LogSlice } from "../../ports/output-log.ts";
import { endOf, extentOf, listLog } from "./listing.ts";
import type { Listing, Segment } from "./listing.ts";

/** At most `maxBytes`, and at most {@link READ_MAX_BYTES}, of the log in `directory`, beginning with the first byte at or behind `from` that is there. */
export function readLog(directory: string, from: number, maxBytes: number): LogSlice {
  const start = Math.max(0, from);
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const slice = readListed(listLog(directory), start, Math.min(maxBytes, READ_MAX_BYTES));
    if (slice) return slice;
  }
  return { from: start, bytes: Buffer.alloc(0) };
}

/** Reads `[from, to)` out of consecutive segments. Undefined when one of them has been dropped meanwhile. */
export function readRange(segments: readonly Segment[], from: number, to: number): Buffer | undefined {
  const bytes = Buffer.allocUnsafe(Math.max(0, to - from));
  let length = 0;
  for (const segment of segments) {
    const start = Math.max(from, segment.offset);
    const end = Math.min(to, endOf(segment));
    if (start >= end) continue;
    const read = readSegment(segment, start - segment.offset, bytes.subarray(start - from, end - from));
    if (read === undefined) return undefined;
    length = start - from + read;
  }
  return bytes.subarray(0, length);
}

/** Fills `into` with the bytes of a segment from place `at` on; returns how many there were, or undefined when it is gone. */
export function readSegment(segment: Segment, at: number, into: Uint8Array): number | undefined {
  return withSegment(segment, (file) => fill(file, at, into));
}

/** Lets `use` read a segment, which stays readable until it returns, dropped or not. Undefined when it was dropped before. */
export function withSegment<T>(segment: Segment, use: (file: number) => T): T | undefined {
  const file = openIfThere(segment.path);
  if (file === undefined) return undefined;
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
}

/** Reads from place `at` of `file` until `into` is full or the file ends; returns the bytes read. */
export function fill(file: number, at: number, into: Uint8Array): number {
  let length = 0;
  while (length < into.length) {
    const read = readSync(file, into, length, Math.min(READ_MAX_BYTES, into.length - length), at + length);
    if (read === 0) break;
    length += read;
  }
  return length;
}

/** Offset behind the last byte before the next gap, seen from the segment at `index`. */
export function runEnd(segments: readonly Segment[], index: number): number {
  let end = 0;
  for (const segment of segments.slice(index)) {
    if (end !== 0 && segment.offset !== end) break;
    end = endOf(segment);
  }
  return end;
}

/** A writer would have to drop what was just listed this many times in a row to outrun us. */
const TRIES_MAX = 100;

function readListed(listing: Listing, from: number, maxBytes: number): LogSlice | undefined {
  const { segments } = listing;
  const index = segments.findIndex((segment) => endOf(segment) > from && segment.size > 0);
  const segment = segments[index];
  if (!segment) return { from: Math.max(from, extentOf(listing).size), bytes: Buffer.alloc(0) };
  const start = Math.max(from, segment.offset);
  const bytes = readRange(segments.slice(index), start, Math.min(start + maxBytes, runEnd(segments, index)));
  return bytes && { from: start, bytes };
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, "r");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
