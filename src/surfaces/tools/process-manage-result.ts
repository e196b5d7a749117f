import { isObject } from "../../base/json.ts";
import { LOG_LINES, LOG_LINES_MAX, TOOL_COMMAND_MAX_CHARS, TOOL_RESULT_MAX_CHARS } from "../../core/limits.ts";
import { fitOutput, type HowToGet, type LeftOut } from "../../core/output/fit.ts";
import type { Input } from "./process-manage-arguments.ts";

type Answer = Readonly<Record<string, unknown>>;

interface Fit {
  /** Most characters of output. */
  readonly maxChars: number;
  readonly how?: HowToGet;
}

/** An answer whose texts a model can read in one turn; what is too long says what is missing, and how to get it. */
export function fitAnswer(answer: unknown, { maxChars, how }: Fit = { maxChars: TOOL_RESULT_MAX_CHARS }): unknown {
  if (!isObject(answer)) return answer;
  const commandChars = Math.min(TOOL_COMMAND_MAX_CHARS, Math.floor(maxChars / 4));
  return {
    ...answer,
    ...fitText("command", answer, { maxChars: commandChars, how: "The whole command is known to who started it." }),
    ...fitText("output", answer, { maxChars, ...(how && { how }) }),
    ...fitText("output_preview", answer, { maxChars }),
    ...fitScreen(answer, maxChars),
    ...fitResults(answer, maxChars),
  };
}

/** {@link fitAnswer} for a page of a log: it says where reading goes on. */
export function fitLog(answer: unknown, input: Input): unknown {
  return fitAnswer(answer, { maxChars: TOOL_RESULT_MAX_CHARS, how: (leftOut) => goOn(leftOut, answer, input) });
}

/**
 * Lines are counted in what is shown. The log may have more of them (redrawn ones are shown once), never fewer: going on
 * shows a line twice rather than none.
 */
function goOn({ chars, lines, linesBefore }: LeftOut, answer: unknown, { grep, since, offset, limit }: Input): string {
  if (grep !== undefined) return "A longer text for grep leaves less out.";
  if (since !== undefined || linesBefore === 0)
    return "process_manage log with since=N begins at byte N of the log, also inside a line.";
  const total = isObject(answer) ? Number(answer["total_lines"] ?? 0) : 0;
  const first = Number(offset ?? Math.max(0, total - Number(limit ?? LOG_LINES)));
  const fitting = Math.floor((TOOL_RESULT_MAX_CHARS * lines) / (2 * chars));
  const most = Math.min(LOG_LINES_MAX, Math.max(1, fitting));
  return `process_manage log with offset=${first + linesBefore} and limit=${most} goes on there.`;
}

function fitText(key: string, answer: Answer, { maxChars, how }: Fit): Answer {
  const text = answer[key];
  return typeof text === "string" ? { [key]: fitOutput(text, maxChars, how).text } : {};
}

/** Rows above the screen get what room the screen leaves. */
function fitScreen({ rows, scrollback }: Answer, maxChars: number): Answer {
  if (!Array.isArray(rows)) return {};
  const fitted = fitRows(
    rows,
    maxChars,
    "A smaller terminal shows all of its rows; process_manage log has all output.",
  );
  const room = Math.max(0, maxChars - fitted.join("\n").length);
  return {
    rows: fitted,
    ...(Array.isArray(scrollback) && { scrollback: fitRows(scrollback, room, "Ask for fewer rows of scrollback.") }),
  };
}

function fitRows(rows: readonly unknown[], maxChars: number, how: string): readonly string[] {
  return rows.length === 0 ? [] : fitOutput(rows.join("\n"), maxChars, how).text.split("\n");
}

/** Several answers share the room. */
function fitResults({ results }: Answer, maxChars: number): Answer {
  if (!Array.isArray(results) || results.length === 0) return {};
  const each = { maxChars: Math.floor(maxChars / results.length) };
  return { results: results.map((one) => fitAnswer(one, each)) };
}

/**
 * As many processes as a model can read in one turn: running ones first, then those that ended last; in the order of the list.
 * The rest is counted, and shown when it is asked for by `offset`.
 */
export function fitList(processes: readonly unknown[], offset: number): Answer {
  const wanted = [...processes].toReversed().toSorted((a, b) => Number(isRunning(b)) - Number(isRunning(a)));
  const taken = new Set<unknown>();
  let room = TOOL_RESULT_MAX_CHARS;
  for (const one of wanted.slice(offset)) {
    room -= JSON.stringify(one).length;
    if (room < 0 && taken.size > 0) break;
    taken.add(one);
  }
  const rest = Math.max(0, processes.length - offset - taken.size);
  const next = offset + taken.size;
  return {
    processes: processes.filter((one) => taken.has(one)),
    ...(rest > 0 && {
      left_out: rest,
      note: `${rest} more processes are left out here. list with offset=${next} shows them.`,
    }),
  };
}

function isRunning(entry: unknown): boolean {
  return isObject(entry) && entry["status"] === "running";
}
