import { BellhopError } from "../../../core/errors.ts";
import { LOG_LINES_MAX } from "../../../core/limits.ts";
import type { LogResult, ProcessView } from "../../../core/results.ts";
import { follow, outputUpTo } from "../chunks.ts";
import type { Chunk, Stretch } from "../chunks.ts";
import type { Context, Invocation, Options, Remote } from "../context.ts";
import { INTERRUPTED, untilInterrupted } from "../interrupt.ts";
import { lastLinesOf, linesOf, noteGap, printChunks } from "../print-output.ts";
import type { Look } from "../print-output.ts";
import { askExisting, show, withRemote } from "../remote.ts";
import { EXIT, note } from "../report.ts";
import { bytes } from "../text/amounts.ts";
import { jsonLine, plainOutput } from "../text/sanitize.ts";

/** Bytes that are read from the end for each line asked for; when that was too few, four times as many, and so on. */
const TAIL_LINE_BYTES = 256;
const TAIL_LEAST_BYTES = 65_536;

/** `bellhop logs`: the output of one process. */
export async function logs(context: Context, invocation: Invocation): Promise<number> {
  const { options, json } = invocation;
  checkTogether(options, json);
  return withRemote(context, invocation, async (remote) => {
    if (json && !options.flag("follow")) return printAnswer(context, remote, invocation);
    const view = await show(remote, invocation.operands[0] ?? "");
    const look = { json, raw: options.flag("raw"), grep: options.text("grep") };
    const reading: Reading = { context, remote, view, options, look };
    if (view.lostBytes > 0)
      note(context.terminal, `${bytes(view.lostBytes)} of output could not be stored, because the disk was full.`);
    if (options.number("offset") !== undefined) return printByNumber(reading);
    const from = options.number("lines") === undefined ? (options.number("since") ?? 0) : await printTail(reading);
    return options.flag("follow") ? goOn(reading, from) : printFrom(reading, from);
  });
}

interface Reading {
  readonly context: Context;
  readonly remote: Remote;
  readonly view: ProcessView;
  readonly options: Options;
  readonly look: Look;
}

/** Options that say the opposite, or that the stream of `--follow` has no answer for. */
function checkTogether(options: Options, json: boolean): void {
  const given = (name: string): boolean =>
    options.flag(name) || options.number(name) !== undefined || options.text(name) !== undefined;
  const apart = [
    ["offset", "since"],
    ["offset", "grep"],
    ["offset", "follow"],
  ] as const;
  for (const [one, other] of apart) {
    if (given(one) && given(other))
      throw new BellhopError("invalid_argument", `logs takes --${one} or --${other}, not both.`);
  }
  if (json && given("follow") && (given("lines") || given("grep"))) {
    throw new BellhopError(
      "invalid_argument",
      "logs --follow --json gives the stream as it is, without --lines and --grep.",
    );
  }
}

/** `--json` is the operation itself. */
async function printAnswer({ terminal }: Context, remote: Remote, { operands, options }: Invocation): Promise<number> {
  const { wire } = await askExisting<LogResult>(remote, "log", {
    session_id: operands[0] ?? "",
    offset: options.number("offset"),
    limit: options.number("lines"),
    since: options.number("since"),
    grep: options.text("grep"),
    raw: options.flag("raw"),
    consume_output: false, // A person looks; whoever started it is still told.
  });
  await terminal.out(jsonLine(wire));
  return EXIT.ok;
}

/** Prints lines by their numbers: the log finds them without reading through. */
async function printByNumber({ context, remote, view, options, look }: Reading): Promise<number> {
  noteGap(context.terminal, view.logHead);
  let offset = options.number("offset") ?? 0;
  for (let left = options.number("lines") ?? Number.POSITIVE_INFINITY; left > 0;) {
    const part = { offset, limit: Math.min(LOG_LINES_MAX, left), raw: look.raw, consume_output: false };
    const { value } = await askExisting<LogResult>(remote, "log", { session_id: view.sessionId, ...part });
    await context.terminal.out(look.raw ? value.output : plainOutput(value.output));
    const count = linesOf(value.output).length;
    if (!value.more || count === 0) break;
    offset += count;
    left -= count;
  }
  return EXIT.ok;
}

/** Prints what is there from a cursor on, unless the last lines of it were printed. Who gave a cursor gets the next one. */
async function printFrom({ context, remote, view, options, look }: Reading, from: number): Promise<number> {
  const chunks = outputUpTo(remote, stretch(view, look, from), Promise.resolve(view.cursor));
  const cursor = options.number("lines") === undefined ? await printChunks(context.terminal, chunks, look) : from;
  if (options.number("since") !== undefined) note(context.terminal, `cursor ${Math.max(cursor, from)}`);
  return EXIT.ok;
}

/** Prints the last lines that are there, and gives the cursor behind them. */
async function printTail({ context, remote, view, options, look }: Reading): Promise<number> {
  const count = options.number("lines") ?? 0;
  const first = options.number("since") ?? view.logHead;
  const isSearch = look.grep !== undefined;
  for (let span = Math.max(TAIL_LEAST_BYTES, count * TAIL_LINE_BYTES); ; span *= 4) {
    const from = isSearch ? first : Math.max(first, view.cursor - span);
    const chunks = outputUpTo(remote, stretch(view, look, from), Promise.resolve(view.cursor));
    const { lines, cursor } = await lastLinesOf(from > first ? withoutFirstLine(chunks) : chunks, count, look.grep);
    if (lines.length < count && from > first) continue;
    const text = lines.join("");
    if (text) await context.terminal.out(look.raw ? text : plainOutput(text));
    return Math.max(cursor, from);
  }
}

/** Follows from a cursor on. Ctrl-C ends the looking, not the process. */
async function goOn({ context, remote, view, look }: Reading, from: number): Promise<number> {
  const outcome = await untilInterrupted(context.person, (signal) =>
    printChunks(context.terminal, follow(remote, stretch(view, look, from), signal), look),
  );
  return outcome === INTERRUPTED ? EXIT.interrupted : EXIT.ok;
}

function stretch(view: ProcessView, look: Look, from: number): Stretch {
  return { session_id: view.sessionId, from, raw: look.raw };
}

/** What begins anywhere begins in the middle of a line, as a rule. */
async function* withoutFirstLine(chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
  let isInside = true;
  for await (const chunk of chunks) {
    const end = isInside ? chunk.text.indexOf("\n") + 1 : 0;
    if (isInside && end === 0) continue;
    isInside = false;
    yield { ...chunk, text: chunk.text.slice(end) };
  }
}
