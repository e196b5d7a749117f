import { expect } from "vitest";
import type { LinePage } from "../../src/ports/output-log.ts";
import type { LogFiles } from "./log-files.ts";

interface Change {
  readonly append?: string;
  /** Begin a segment behind so many lost bytes. */
  readonly lost?: number;
  readonly drop?: boolean;
}

/** A line with its end, which run of bytes it is in, and where it begins. */
interface Line {
  readonly from: number;
  readonly run: number;
  readonly text: string;
}

/** Does to a log what is done to the files, and answers by splitting all of it. */
export class NaiveLog {
  readonly #files: LogFiles;
  #segments: { readonly from: number; bytes: Buffer }[] = [];

  constructor(files: LogFiles) {
    this.#files = files;
    files.begin();
    this.#segments.push({ from: 0, bytes: Buffer.alloc(0) });
  }

  change({ append, lost, drop }: Change): void {
    const newest = this.#segments.at(-1)!;
    if (append !== undefined) {
      this.#files.append(append);
      newest.bytes = Buffer.concat([newest.bytes, Buffer.from(append)]);
    }
    if (lost !== undefined && newest.bytes.length > 0) {
      this.#files.begin(lost);
      this.#segments.push({ from: this.#files.end(), bytes: Buffer.alloc(0) });
    }
    if (drop && this.#segments.length > 1) {
      this.#files.dropOldest();
      this.#segments.shift();
    }
  }

  lineCount(): number {
    return this.#lines().length;
  }

  /** Everything of {@link LinePage} that the bytes determine. The place of an empty page is free. */
  page(first: number, count: number): LinePage {
    const lines = this.#lines();
    const begin = first < 0 ? lines.length + first : first;
    const end = Math.min(lines.length, Math.max(0, begin + count));
    const asked = lines.slice(Math.min(Math.max(0, begin), end), end);
    const keepsEnd = first < 0 && end === lines.length;
    const run = (keepsEnd ? asked.at(-1) : asked[0])?.run;
    const shown = asked.filter((line) => line.run === run);
    const cut = size(asked) - size(shown);
    return {
      from: shown[0]?.from ?? (expect.any(Number) as number),
      bytes: Buffer.from(shown.map((line) => line.text).join("")),
      firstLine: keepsEnd ? end - shown.length : end - asked.length,
      lineCount: shown.length,
      totalLines: lines.length,
      ...(cut > 0 && { [keepsEnd ? "cutBefore" : "cutAfter"]: cut }),
    };
  }

  #lines(): readonly Line[] {
    return this.#runs().flatMap(({ from, bytes }, run) => {
      let at = from;
      return bytes
        .toString()
        .split(/(?<=\n)/)
        .filter((text) => text !== "")
        .map((text) => {
          const line = { from: at, run, text };
          at += Buffer.byteLength(text);
          return line;
        });
    });
  }

  #runs(): readonly { readonly from: number; bytes: Buffer }[] {
    const runs: { readonly from: number; bytes: Buffer }[] = [];
    for (const segment of this.#segments) {
      const last = runs.at(-1);
      if (last && last.from + last.bytes.length === segment.from)
        last.bytes = Buffer.concat([last.bytes, segment.bytes]);
      else runs.push({ ...segment });
    }
    return runs;
  }
}

function size(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + Buffer.byteLength(line.text), 0);
}
