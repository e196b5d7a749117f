/** The byte order mark stays: a page that happens to begin with one must read back as it was written. */
const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Longest UTF-8 sequence, in bytes. */
const SEQUENCE_MAX_BYTES = 4;

/** Text of `bytes`. Each maximal run of bytes that is no UTF-8 becomes one U+FFFD. */
export function decodeUtf8(bytes: Uint8Array): string {
  return UTF8.decode(bytes);
}

/**
 * Bytes up to the end of the last whole character: all but a last sequence that more bytes could still complete.
 * Bytes that nothing can complete are invalid, not incomplete, and count.
 */
export function completeUtf8Length(bytes: Uint8Array): number {
  const furthest = Math.max(0, bytes.length - (SEQUENCE_MAX_BYTES - 1));
  for (let at = bytes.length - 1; at >= furthest; at -= 1) {
    const byte = bytes[at] ?? 0;
    if (isContinuation(byte)) continue;
    return isIncomplete(byte, bytes.subarray(at + 1)) ? at : bytes.length;
  }
  return bytes.length;
}

/** Bytes at the start that belong to a character which began before: what a cut at any byte leaves over. At most three. */
export function partialCharacterLength(bytes: Uint8Array): number {
  let length = 0;
  while (length < SEQUENCE_MAX_BYTES - 1 && isContinuation(bytes[length] ?? 0)) length += 1;
  return length;
}

/** Decodes a stream of bytes cut anywhere. */
export interface Utf8Decoder {
  /** Text of everything so far that was not returned before, up to the last whole character. */
  write(bytes: Uint8Array): string;
  /** What is still held, when nothing follows any more: a character cut off for good is one U+FFFD. */
  end(): string;
}

export function createUtf8Decoder(): Utf8Decoder {
  let held: Uint8Array = new Uint8Array(0);
  return {
    write(bytes) {
      const all = held.length === 0 ? bytes : joined(held, bytes);
      const length = completeUtf8Length(all);
      // A copy: the caller may use its buffer again.
      held = all.slice(length);
      return decodeUtf8(all.subarray(0, length));
    },
    end() {
      const rest = decodeUtf8(held);
      held = new Uint8Array(0);
      return rest;
    },
  };
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** Whether `lead` and the continuation bytes behind it are a true beginning of a longer sequence (Unicode, table 3-7). */
function isIncomplete(lead: number, behind: Uint8Array): boolean {
  if (behind.length + 1 >= sequenceLength(lead)) return false;
  const second = behind[0];
  if (second === undefined) return true;
  const [least, most] = SECOND_BYTE_RANGES.get(lead) ?? [0x80, 0xbf];
  return second >= least && second <= most;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 1;
}

/** Lead bytes whose second byte is restricted further: no overlong forms, no surrogates, nothing above U+10FFFF. */
const SECOND_BYTE_RANGES: ReadonlyMap<number, readonly [number, number]> = new Map([
  [0xe0, [0xa0, 0xbf]],
  [0xed, [0x80, 0x9f]],
  [0xf0, [0x90, 0xbf]],
  [0xf4, [0x80, 0x8f]],
]);
