import { CALL_OUTPUT_MAX_BYTES } from "../../core/limits.ts";

/** What one output of a call has said, up to a limit. */
export interface OutputBuffer {
  add(chunk: Uint8Array): void;
  bytes(): Buffer;
  /** As UTF-8; bytes that are none become replacement characters. When some were dropped, a last line says so. */
  text(): string;
  /** Empty when nothing was dropped. */
  droppedLine(): string;
}

export function outputBuffer(maxBytes: number = CALL_OUTPUT_MAX_BYTES): OutputBuffer {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let dropped = 0;
  const droppedLine = (): string =>
    dropped === 0 ? "" : `\n[Output cut: ${dropped} of ${size + dropped} bytes dropped, ${maxBytes} are kept]`;
  const bytes = (): Buffer => Buffer.concat(chunks);
  return {
    bytes,
    droppedLine,
    text: () => bytes().toString("utf8") + droppedLine(),
    add(chunk) {
      const kept = chunk.subarray(0, maxBytes - size);
      size += kept.length;
      dropped += chunk.length - kept.length;
      if (kept.length > 0) chunks.push(kept);
    },
  };
}
