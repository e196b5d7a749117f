import { READ_MAX_BYTES, REDACT_LEAD_BYTES, REDACT_MARGIN_CHARS } from "../core/limits.ts";
import { collapse } from "../core/output/collapse.ts";
import { decodeUtf8 } from "../core/output/decode.ts";
import { presentText } from "../core/output/present.ts";
import { maskPrivateKeys, PRIVATE_KEY_MASK } from "../core/redact/private-key.ts";
import { withoutEscapes } from "../core/watch/plain.ts";
import type { Tracked } from "./context.ts";
import { readAll } from "./tell.ts";

/**
 * What stands in the log right in front of `from`, as the part behind it is shown: what is told in parts is redacted with it,
 * since a secret may begin there. A few lines, or all of a private key that has not ended. Empty when that is gone.
 */
export function leadOf({ log, record }: Tracked, from: number, raw: boolean): string {
  const start = Math.max(log.extent().head, from - REDACT_MARGIN_CHARS);
  if (start >= from) return "";
  const slice = log.read(start, from - start);
  if (slice.from + slice.bytes.length !== from) return ""; // A gap is between.
  const bytes = slice.bytes.subarray(leadStart(slice.bytes));
  return presentText(bytes, { raw, atHead: false, columns: record.pty?.cols });
}

function leadStart(bytes: Buffer): number {
  const begin = bytes.lastIndexOf("-----BEGIN ");
  if (begin !== -1 && begin > bytes.lastIndexOf("-----END ")) return begin;
  const near = Math.max(0, bytes.length - REDACT_LEAD_BYTES);
  const line = bytes.indexOf("\n", near) + 1;
  return line === 0 || line === bytes.length ? near : line;
}

/** `lines` of the output in front of `upTo`, with those masked that are a part of a private key: alone, nobody sees that. */
export function withoutKeyLines({ log }: Tracked, lines: readonly string[], upTo: number): readonly string[] {
  const from = Math.max(log.extent().head, upTo - READ_MAX_BYTES - REDACT_MARGIN_CHARS);
  const bytes = Buffer.concat([...readAll(log, from, upTo)].map((slice) => slice.bytes));
  if (!bytes.includes("PRIVATE KEY")) return lines;
  const text = maskPrivateKeys(decodeUtf8(withoutEscapes(bytes)));
  const open = new Set(text.split(/[\r\n]/).map((line) => collapse(line).trimEnd()));
  return lines.map((line) => (open.has(line) ? line : PRIVATE_KEY_MASK));
}
