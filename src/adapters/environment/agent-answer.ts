/** One line of what the agent said (`agent.sh`). */
export interface AgentLine {
  readonly words: readonly string[];
  /** All behind the first word, as it was printed. */
  readonly text: string;
  /** The bytes that came with it. */
  readonly data: Buffer;
}

export interface AgentAnswer {
  readonly lines: readonly AgentLine[];
  /** It was said to the end. What is in `lines` is right in any case. */
  readonly isWhole: boolean;
}

/** How the agent sends bytes: as they are, or as the text that this program makes of them. */
export type Encoding = "raw" | "base64" | "openssl" | "od" | "hexdump" | "xxd";

const NEWLINE = 0x0a;
const NOTHING: Buffer = Buffer.alloc(0);

/** Reads an answer. Only lines that begin with `nonce` are ours: a login file may print between them. */
export function parseAnswer(bytes: Buffer, nonce: string, encoding: Encoding): AgentAnswer {
  const prefix = `${nonce} `;
  const lines: AgentLine[] = [];
  for (let place = 0; place < bytes.length;) {
    const line = lineAt(bytes, place);
    place = line.next;
    if (!line.text.startsWith(prefix)) continue;
    const words = line.text.slice(prefix.length).split(" ");
    if (words[0] === "end") return { lines, isWhole: true };
    if (words[0] !== "data") {
      lines.push({ words, text: line.text.slice(prefix.length + (words[0] ?? "").length + 1), data: NOTHING });
      continue;
    }
    const data = dataAt({ bytes, place, prefix }, encoding, Number(words[1]));
    if (data === null) break;
    place = data.next;
    lines.push({ words: words.slice(2), text: words.slice(3).join(" "), data: data.bytes });
  }
  return { lines, isWhole: false };
}

interface Line {
  readonly text: string;
  readonly next: number;
}

function lineAt(bytes: Buffer, place: number): Line {
  const found = bytes.indexOf(NEWLINE, place);
  const end = found < 0 ? bytes.length : found;
  return { text: bytes.toString("utf8", place, end).replace(/\r$/, ""), next: end + 1 };
}

interface Cursor {
  readonly bytes: Buffer;
  readonly place: number;
  readonly prefix: string;
}

/** Null when they are not all there. */
function dataAt(cursor: Cursor, encoding: Encoding, length: number): { readonly bytes: Buffer; next: number } | null {
  const { bytes, place, prefix } = cursor;
  if (encoding === "raw") {
    const data = bytes.subarray(place, place + length);
    return data.length === length ? { bytes: data, next: place + length } : null;
  }
  const end = nextOurs(bytes, place, prefix);
  const text = bytes.toString("latin1", place, end);
  const data = decoded(text, encoding);
  return data.length === length ? { bytes: data, next: end } : null;
}

/** Where the next line of ours begins. */
function nextOurs(bytes: Buffer, place: number, prefix: string): number {
  if (bytes.subarray(place, place + prefix.length).toString("latin1") === prefix) return place;
  const found = bytes.indexOf(`\n${prefix}`, place, "latin1");
  return found < 0 ? bytes.length : found + 1;
}

function decoded(text: string, encoding: Encoding): Buffer {
  return encoding === "base64" || encoding === "openssl"
    ? Buffer.from(text.replaceAll(/\s/g, ""), "base64")
    : Buffer.from(text.replaceAll(/\s/g, ""), "hex");
}
