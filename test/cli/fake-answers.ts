/** The fields of an answer or an input, as on the wire. */
export type Fields = Record<string, unknown>;

export interface FakeProcess {
  /** Answer of `show`; the answers of the other operations are made of it. */
  readonly view: Fields;
  output: string;
  /** What was written to its standard input. */
  stdin: string;
  /** Bytes that one write takes. */
  stdinRoom: number;
}

export const ENDED_FIELDS = ["exit_code", "signal", "completion_reason", "termination_source", "exited_at"] as const;

const LISTED: readonly string[] = [
  "session_id",
  "name",
  "command",
  "cwd",
  "pid",
  "owner_task_id",
  "session_key",
  "started_at",
  "uptime_seconds",
  "status",
  "output_preview",
  "leftover_pids",
  "persist_on_release",
  "ready",
  "ports",
  "usage",
  "environment",
  "environment_note",
  ...ENDED_FIELDS,
];

export function listEntry(view: Fields): Fields {
  return pick(view, LISTED);
}

export function pick(view: Fields, keys: readonly string[]): Fields {
  const taken: Fields = {};
  for (const key of keys) if (key in view) taken[key] = view[key];
  return taken;
}

/** Bytes of one answer behind a cursor. */
const PAGE_BYTES = 1_000;

export function logAnswer({ view, output }: FakeProcess, input: Fields): Fields {
  const common = { session_id: view["session_id"], command: view["command"], status: view["status"] };
  const part = "since" in input ? behindCursor(output, Number(input["since"])) : lineRange(output, input);
  const { grep } = input;
  const lines = linesOf(part.text).filter((line) => typeof grep !== "string" || line.includes(grep));
  const { text: _, more, ...rest } = part;
  return { ...common, output: lines.join(""), showing: `${lines.length} lines`, ...rest, ...(more && { more }) };
}

interface Part {
  readonly text: string;
  readonly cursor: number;
  readonly more: boolean;
  readonly total_lines?: number;
}

function behindCursor(output: string, since: number): Part {
  const bytes = Buffer.from(output);
  const part = bytes.subarray(since, since + PAGE_BYTES);
  return { text: part.toString(), cursor: since + part.length, more: since + part.length < bytes.length };
}

function lineRange(output: string, input: Fields): Part {
  const lines = linesOf(output);
  const limit = Number(input["limit"] ?? 200);
  const first = Number(input["offset"] ?? Math.max(0, lines.length - limit));
  const text = lines.slice(first, first + limit).join("");
  const cursor = Buffer.byteLength(lines.slice(0, first + limit).join(""));
  return { text, cursor, more: first + limit < lines.length, total_lines: lines.length };
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

export function dataOf({ data, data_base64 }: Fields): string {
  return typeof data === "string" ? data : Buffer.from(data_base64 as string, "base64").toString();
}

export function write(process: FakeProcess, text: string): Fields {
  if (process.view["stdin"] !== "pipe" && process.view["pty"] === undefined)
    return { status: "error", error: "It was started without an input." };
  const taken = text.slice(0, process.stdinRoom);
  process.stdin += taken;
  if (taken.length === text.length) return { status: "ok", bytes_written: taken.length };
  const error = `It does not read its input: its pipe took ${taken.length} of ${text.length} bytes.`;
  return { status: "error", bytes_written: taken.length, reason: "full", error };
}
