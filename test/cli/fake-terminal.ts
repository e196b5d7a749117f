import { pick } from "./fake-answers.ts";
import type { FakeProcess, Fields } from "./fake-answers.ts";

/** How a key stands in what the process has read. */
export function keyName(key: string): string {
  return `<${key}>`;
}

/** What only goes into a terminal. */
export function type(process: FakeProcess, parts: readonly string[]): Fields {
  if (process.view["pty"] === undefined) return { status: "error", error: "It has no terminal." };
  process.stdin += parts.join("");
  return { status: "ok", bytes_written: parts.join("").length };
}

export function resize(process: FakeProcess, { rows, cols }: Fields): Fields {
  if (process.view["pty"] === undefined) return { status: "error", error: "It has no terminal." };
  process.view["pty"] = { rows, cols };
  return { status: "ok", rows, cols };
}

/** Its last rows: this terminal knows no escape codes. */
export function screenAnswer({ view, output }: FakeProcess): Fields {
  const size = (view["pty"] ?? { rows: 30, cols: 120 }) as { rows: number };
  const rows = output.split("\n").slice(-size.rows);
  return {
    ...pick(view, ["session_id", "status"]),
    size,
    rows,
    ansi: rows.join("\n"),
    cursor: { row: rows.length, column: (rows.at(-1)?.length ?? 0) + 1, visible: true },
    title: "",
    alternate_screen: false,
    application_cursor_keys: false,
    bracketed_paste: false,
    log_cursor: Buffer.byteLength(output),
  };
}
