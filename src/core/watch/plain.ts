const NEWLINE = 0x0a;
const RETURN = 0x0d;
const ESCAPE = 0x1b;
const BELL = 0x07;
const BACKSLASH = 0x5c;

/**
 * `bytes` without terminal escape sequences, so that a line is matched as it is shown. Works on bytes, since decoding a
 * torrent takes ten times as long, and gives `bytes` back when there are none. Line ends stay: no sequence reaches over one.
 */
export function withoutEscapes(bytes: Buffer): Buffer {
  let escape = bytes.indexOf(ESCAPE);
  if (escape === -1) return bytes;
  const plain = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  let from = 0;
  while (escape !== -1) {
    length += bytes.copy(plain, length, from, escape);
    from = sequenceEnd(bytes, escape);
    escape = bytes.indexOf(ESCAPE, from);
  }
  length += bytes.copy(plain, length, from);
  return plain.subarray(0, length);
}

/** Place behind the sequence that begins at `start`, or behind the ESC alone when none does. */
function sequenceEnd(bytes: Buffer, start: number): number {
  const kind = bytes[start + 1];
  if (kind === 0x5b) return controlEnd(bytes, start + 2);
  if (kind !== undefined && STRING_KINDS.has(kind)) return stringEnd(bytes, start + 2);
  return finalEnd(bytes, start + 1, 0x30) ?? start + 1;
}

/** What stands behind ESC for a string: DCS, SOS, OSC, PM, APC. */
const STRING_KINDS: ReadonlySet<number> = new Set([0x50, 0x58, 0x5d, 0x5e, 0x5f]);

/** Of `ESC [`: parameters, intermediates, a final byte. Without one, only the two bytes are a sequence. */
function controlEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (isWithin(bytes[at], 0x30, 0x3f)) at += 1;
  return finalEnd(bytes, at, 0x40) ?? from;
}

/** Place behind intermediates and the final byte, which is `least` or more; undefined without one. */
function finalEnd(bytes: Buffer, from: number, least: number): number | undefined {
  let at = from;
  while (isWithin(bytes[at], 0x20, 0x2f)) at += 1;
  return isWithin(bytes[at], least, 0x7e) ? at + 1 : undefined;
}

/** A string ends with BEL or `ESC \`. One that never does is none: looked for up to the next ESC or the line end, so time is linear. */
function stringEnd(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === BELL) return at + 1;
    if (byte === ESCAPE) return bytes[at + 1] === BACKSLASH ? at + 2 : from;
    if (byte === NEWLINE || byte === RETURN) return from;
  }
  return from;
}

function isWithin(byte: number | undefined, least: number, most: number): boolean {
  return byte !== undefined && byte >= least && byte <= most;
}
