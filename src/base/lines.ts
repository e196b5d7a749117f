const NEWLINE = 0x0a;
const SMALL_BUFFER_BYTES = 64 * 1024;

/** One message of the socket: a line of JSON. */
export function encodeLine(message: unknown): string {
  return `${JSON.stringify(message)}\n`;
}

/**
 * Cuts a stream of bytes into lines. A line that comes in many pieces is copied a bounded number of times,
 * and one longer than `maxBytes` is refused before it is in memory.
 */
export class LineDecoder {
  readonly #maxBytes: number;
  /** The beginning of a line whose end has not come yet: the first `#length` bytes. */
  #held: Buffer = Buffer.alloc(0);
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The lines that `chunk` completes. Take all of them before the next call. Throws a RangeError at a line that is too long. */
  *push(chunk: Buffer): Generator<string, void, undefined> {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#hold(chunk, start, end);
      start = end + 1;
      yield this.#take();
    }
    this.#hold(chunk, start, chunk.length);
  }

  #hold(chunk: Buffer, start: number, end: number): void {
    const length = this.#length + end - start;
    if (length > this.#maxBytes) throw new RangeError(`A line is longer than ${this.#maxBytes} bytes.`);
    if (length > this.#held.length) this.#grow(length);
    chunk.copy(this.#held, this.#length, start, end);
    this.#length = length;
  }

  #grow(needed: number): void {
    const grown = Buffer.allocUnsafe(Math.min(this.#maxBytes, Math.max(needed, this.#held.length * 2, 1024)));
    this.#held.copy(grown, 0, 0, this.#length);
    this.#held = grown;
  }

  #take(): string {
    const line = this.#held.toString("utf8", 0, this.#length);
    this.#length = 0;
    if (this.#held.length > SMALL_BUFFER_BYTES) this.#held = Buffer.alloc(0);
    return line;
  }
}
