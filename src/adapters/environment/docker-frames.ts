/** Bytes of the head of a frame: which output, three zeros, and how many bytes follow. */
const HEAD_BYTES = 8;
const ERROR_OUTPUT = 2;

export interface Taking {
  stdout(chunk: Uint8Array): void;
  stderr(chunk: Uint8Array): void;
}

/** Takes the stream of an exec without a terminal apart: both outputs come in frames, which may come in pieces. */
export function framesOf({ stdout, stderr }: Taking): (chunk: Uint8Array) => void {
  const head = Buffer.alloc(HEAD_BYTES);
  let headBytes = 0;
  let left = 0;
  return (chunk) => {
    let rest = chunk;
    while (rest.length > 0) {
      if (left === 0) {
        const part = rest.subarray(0, HEAD_BYTES - headBytes);
        head.set(part, headBytes);
        headBytes += part.length;
        rest = rest.subarray(part.length);
        if (headBytes < HEAD_BYTES) return;
        headBytes = 0;
        left = head.readUInt32BE(4);
        continue;
      }
      const part = rest.subarray(0, left);
      left -= part.length;
      rest = rest.subarray(part.length);
      if (head[0] === ERROR_OUTPUT) stderr(part);
      else stdout(part);
    }
  };
}
