import { BellhopError } from "../../../core/errors.ts";
import type { WriteResult } from "../../../core/results.ts";
import type { Context, Invocation, Remote } from "../context.ts";
import { askExisting, withRemote } from "../remote.ts";
import type { Answer } from "../remote.ts";
import { EXIT, note } from "../report.ts";
import { jsonLine } from "../text/sanitize.ts";
import { setTimeout as sleep } from "node:timers/promises";

/** Time between two attempts to write to a process that does not read just now. */
const RETRY_MS = 50;
/** How long a process may leave a text unread before we give up. Its pipe holds 64 KiB, so short texts never wait. */
const UNREAD_TEXT_MAX_MS = 10_000;
/** Bytes of one write: a pipe takes no more at once anyway. */
const PIECE_BYTES = 65_536;

/** `bellhop send`: writes a text, or our own standard input, to the standard input of a process. */
export async function send(context: Context, invocation: Invocation): Promise<number> {
  const [id = "", text] = invocation.operands;
  const enter = invocation.options.flag("enter");
  return withRemote(context, invocation, async (remote) => {
    const sending: Sending = {
      remote,
      id,
      patienceMs: text === undefined ? Number.POSITIVE_INFINITY : UNREAD_TEXT_MAX_MS,
    };
    const answers =
      text === undefined && !enter ? sendInput(sending, context.person.input()) : sendText(sending, text ?? "", enter);
    return printAll(context, invocation, answers);
  });
}

/** `bellhop close-stdin`: end of file for a process that reads its standard input. */
export async function closeStdin(context: Context, invocation: Invocation): Promise<number> {
  const id = invocation.operands[0] ?? "";
  return withRemote(context, invocation, async (remote) =>
    printAll(context, invocation, [await askExisting<WriteResult>(remote, "close_stdin", { session_id: id })]),
  );
}

interface Sending {
  readonly remote: Remote;
  readonly id: string;
  /** How long the process may take no byte at all. */
  readonly patienceMs: number;
}

type Answers = AsyncIterable<Answer<WriteResult>> | readonly Answer<WriteResult>[];

async function printAll(context: Context, { json }: Invocation, answers: Answers): Promise<number> {
  for await (const { wire, value } of answers) {
    if (json) await context.terminal.out(jsonLine(wire));
    if (value.status === "ok" || isFull(value)) continue;
    note(context.terminal, value.error ?? `Nothing was written: ${value.status}.`);
    return EXIT.failure;
  }
  return EXIT.ok;
}

async function* sendText(sending: Sending, text: string, enter: boolean): AsyncGenerator<Answer<WriteResult>> {
  const operation = enter ? "submit" : "write";
  const first = await askExisting<WriteResult>(sending.remote, operation, { session_id: sending.id, data: text });
  yield first;
  const bytes = Buffer.from(enter ? `${text}\n` : text);
  if (isFull(first.value)) yield* sendBytes(sending, bytes.subarray(first.value.bytesWritten ?? 0));
}

async function* sendInput(sending: Sending, input: AsyncIterable<Uint8Array>): AsyncGenerator<Answer<WriteResult>> {
  for await (const chunk of input) yield* sendBytes(sending, Buffer.from(chunk));
}

/** Writes all of `bytes`, as fast as the process reads. */
async function* sendBytes({ remote, id, patienceMs }: Sending, bytes: Buffer): AsyncGenerator<Answer<WriteResult>> {
  let waitedMs = 0;
  for (let rest = bytes; rest.length > 0;) {
    const data = rest.subarray(0, PIECE_BYTES).toString("base64");
    const answer = await askExisting<WriteResult>(remote, "write", { session_id: id, data_base64: data });
    const written = answer.value.bytesWritten ?? 0;
    rest = rest.subarray(written);
    waitedMs = written > 0 ? 0 : waitedMs + RETRY_MS;
    if (waitedMs > patienceMs) throw unread(id, rest.length);
    if (written > 0 || !isFull(answer.value)) yield answer;
    if (isFull(answer.value)) await sleep(RETRY_MS);
    else if (answer.value.status !== "ok") return;
  }
}

/** The pipe took what it could: the rest goes when the process has read some. Every other error stays one. */
function isFull({ reason }: WriteResult): boolean {
  return reason === "full";
}

function unread(id: string, restBytes: number): BellhopError {
  return new BellhopError(
    "internal",
    `${id} has not read its standard input for ${UNREAD_TEXT_MAX_MS / 1000} seconds: ${restBytes} bytes were not written.`,
  );
}
