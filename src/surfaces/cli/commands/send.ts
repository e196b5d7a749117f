import { BellhopError } from "../../../core/errors.ts";
import type { WriteResult } from "../../../core/results.ts";
import type { Context, Invocation, Remote } from "../context.ts";
import { askExisting, show, withRemote } from "../remote.ts";
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

/** `bellhop send`: types a text, keys, a secret, or our own standard input into a process. */
export async function send(context: Context, invocation: Invocation): Promise<number> {
  checkTogether(invocation);
  return withRemote(context, invocation, async (remote) => {
    if (invocation.options.flag("secret")) return sendSecret(context, remote, invocation);
    return printAll(context, invocation, sendWhatIsGiven(context, remote, invocation));
  });
}

function checkTogether({ operands, options }: Invocation): void {
  if (!options.flag("secret")) return;
  if (operands.length > 1)
    throw misuse("A secret is asked for on your terminal: an argument is seen by everybody, and kept by your shell.");
  if (options.flag("paste") || options.list("key").length > 0)
    throw misuse("send --secret takes --enter, and neither --paste nor --key.");
}

/** A person answers a prompt. What they type goes to the process, and nowhere else. */
async function sendSecret(context: Context, remote: Remote, invocation: Invocation): Promise<number> {
  const { person } = context;
  if (!person.isTTY) throw misuse("send --secret asks on a terminal, and stdin is none.");
  const { sessionId: session_id } = await show(remote, invocation.operands[0] ?? "");
  const secret = await person.askSecret(`Secret for ${session_id} (not shown): `);
  if (secret === null) return EXIT.interrupted;
  const input = { session_id, secret, enter: invocation.options.flag("enter") };
  return printAll(context, invocation, [inOne(await askExisting<WriteResult>(remote, "send_secret", input))]);
}

/** The text, then Enter, then the keys. Without all of them: our own standard input. */
async function* sendWhatIsGiven(
  context: Context,
  remote: Remote,
  { operands, options }: Invocation,
): AsyncGenerator<Answer<WriteResult>> {
  const [id = "", text] = operands;
  const enter = options.flag("enter");
  const given = options.list("key");
  const isEmpty = text === undefined && !enter && given.length === 0;
  const sending: Sending = {
    remote,
    id,
    patienceMs: isEmpty ? Number.POSITIVE_INFINITY : UNREAD_TEXT_MAX_MS,
  };
  if (options.flag("paste")) {
    const pasted = text ?? (isEmpty ? await allOf(context.person.input()) : "");
    if (pasted !== "") yield* sendPaste(sending, pasted);
  } else if (isEmpty) yield* sendInput(sending, context.person.input());
  else if (text !== undefined || enter) yield* sendText(sending, text ?? "", enter);
  const keys = options.flag("paste") && enter ? ["enter", ...given] : given;
  if (keys.length > 0) yield inOne(await askExisting<WriteResult>(remote, "send_keys", { session_id: id, keys }));
}

async function allOf(input: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of input) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** What must arrive as a whole is not sent in parts: the rest of a half of it would mean something else. */
function inOne(answer: Answer<WriteResult>): Answer<WriteResult> {
  const { value } = answer;
  if (isFull(value))
    throw new BellhopError("internal", value.error ?? "It does not read its input: not all of it was typed.");
  return answer;
}

function misuse(sentence: string): BellhopError {
  return new BellhopError("invalid_argument", sentence);
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
  const { remote, id } = sending;
  const operation = enter ? "submit" : "write";
  const first = await askExisting<WriteResult>(remote, operation, { session_id: id, data: text });
  yield first;
  if (!isFull(first.value)) return;
  yield* sendBytes(sending, Buffer.from(text).subarray(first.value.bytesWritten ?? 0));
  // Which byte Enter is, only the operation knows.
  if (enter) yield await whenTaken(sending, "submit", { data: "" });
}

/** What is pasted behind a part of a paste goes on with it. Line ends as they are typed, so that the bytes written count. */
async function* sendPaste(sending: Sending, text: string): AsyncGenerator<Answer<WriteResult>> {
  const { remote, id } = sending;
  const typed = text.replace(/\r?\n/g, "\r");
  const first = await askExisting<WriteResult>(remote, "paste", { session_id: id, text: typed });
  yield first;
  if (!isFull(first.value)) return;
  yield* sendBytes(sending, Buffer.from(typed).subarray(first.value.bytesWritten ?? 0));
  yield await whenTaken(sending, "paste", { text: "" });
}

/** The answer of an operation once the process has room for what it types. */
async function whenTaken(
  { remote, id, patienceMs }: Sending,
  operation: string,
  input: object,
): Promise<Answer<WriteResult>> {
  for (let waitedMs = 0; ; waitedMs += RETRY_MS) {
    const answer = await askExisting<WriteResult>(remote, operation, { session_id: id, ...input });
    if (!isFull(answer.value)) return answer;
    if (waitedMs > patienceMs) throw unread(id, 1);
    await sleep(RETRY_MS);
  }
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
