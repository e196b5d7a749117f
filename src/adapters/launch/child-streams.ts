import type { ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";

import type { StdinMode } from "../../core/record.ts";

/** Descriptors of a child's streams; null where there is none that could be handed on. */
export interface ChildDescriptors {
  readonly stdout: number | null;
  readonly stderr: number | null;
  readonly stdin: number | null;
}

/** The streams of a child, which this program reads and writes no more. */
export interface TakenStreams {
  readonly descriptors: ChildDescriptors;
  /** What this program had read of them, and nobody was given yet. */
  readonly unread: Buffer;
  /** Closes this program's ends: somebody else has them. */
  letGo(): void;
  /** Undoes it: what was there is there again, and flows as before. */
  giveBack(): void;
}

/**
 * Takes the streams of a child from whoever listens to them. All in one turn: what was printed before has gone to the
 * listeners or is in `unread`, what is printed later waits in the kernel. With `stdin` `"null"` the input is left alone.
 */
export function takeStreams(child: ChildProcess, stdin: StdinMode): TakenStreams {
  const outputs = [takeOutput(child.stdout), takeOutput(child.stderr)] as const;
  const input = takeInput(stdin === "pipe" ? child.stdin : null);
  const all = [...outputs, input];
  return {
    descriptors: { stdout: outputs[0].descriptor, stderr: outputs[1].descriptor, stdin: input.descriptor },
    unread: Buffer.concat(outputs.map(({ unread }) => unread)),
    letGo: () => all.forEach((one) => one.letGo()),
    giveBack: () => all.forEach((one) => one.giveBack()),
  };
}

interface Taken {
  readonly descriptor: number | null;
  readonly unread: Buffer;
  letGo(): void;
  giveBack(): void;
}

const NOTHING_TAKEN: Taken = {
  descriptor: null,
  unread: Buffer.alloc(0),
  letGo: () => undefined,
  giveBack: () => undefined,
};

/** The part of Node's handle of a pipe that is used here; it has been the same since Node 8, but is not documented. */
interface Handle {
  readonly fd: number;
  reading: boolean;
  readStop(): number;
  /** The open file is shared with whoever gets the descriptor, and programs like `cat` want it blocking. */
  setBlocking(on: boolean): number;
}

function handleOf(stream: Readable | Writable): Handle | null {
  const handle = Reflect.get(stream, "_handle") as Handle | null | undefined;
  return handle !== null && handle !== undefined && handle.fd >= 0 ? handle : null;
}

const LISTENED = ["data", "readable"] as const;

function takeOutput(stream: Readable | null): Taken {
  if (stream === null) return NOTHING_TAKEN;
  const handle = handleOf(stream);
  const flowed = stream.readableFlowing === true;
  const listeners = LISTENED.flatMap((name) => stream.rawListeners(name).map((listener) => ({ name, listener })));
  for (const name of LISTENED) stream.removeAllListeners(name);
  Reflect.set(stream, "_read", () => undefined); // From here on the stream asks the kernel for nothing, whatever was due.
  stream.pause();
  const chunks = buffered(stream);
  if (handle !== null) stopReading(handle);
  return {
    descriptor: handle?.fd ?? null,
    unread: Buffer.concat([...chunks.map((chunk) => bytesOf(stream, chunk)), halfCharacter(stream)]),
    letGo: () => {
      stream.unpipe();
      stream.destroy();
    },
    giveBack: () => {
      handle?.setBlocking(false);
      Reflect.deleteProperty(stream, "_read");
      stream.pause(); // Node may have changed its mind meanwhile, since nobody listened.
      for (const chunk of chunks.toReversed()) stream.unshift(chunk);
      for (const { name, listener } of listeners) stream.on(name, listener as () => void);
      if (handle !== null) stream._read(0);
      if (flowed) stream.resume();
    },
  };
}

function stopReading(handle: Handle): void {
  handle.readStop();
  handle.reading = false; // Where Node notes that it has.
  handle.setBlocking(true);
}

function buffered(stream: Readable): readonly (Buffer | string)[] {
  const chunks: (Buffer | string)[] = [];
  for (;;) {
    const chunk = stream.read() as Buffer | string | null;
    if (chunk === null) return chunks;
    chunks.push(chunk);
  }
}

/** A stream with an encoding gives text. */
function bytesOf(stream: Readable, chunk: Buffer | string): Buffer {
  return typeof chunk === "string" ? Buffer.from(chunk, stream.readableEncoding ?? "utf8") : chunk;
}

interface Decoder {
  readonly lastChar: Buffer;
  readonly lastNeed: number;
  readonly lastTotal: number;
}

/** With an encoding: the bytes of a character whose other bytes have not come yet. */
function halfCharacter(stream: Readable): Buffer {
  const state = Reflect.get(stream, "_readableState") as { readonly decoder?: Decoder | null } | undefined;
  const decoder = state?.decoder;
  return decoder ? Buffer.from(decoder.lastChar.subarray(0, decoder.lastTotal - decoder.lastNeed)) : Buffer.alloc(0);
}

function takeInput(stream: Writable | null): Taken {
  const handle = stream === null ? null : handleOf(stream);
  if (stream === null || handle === null) return NOTHING_TAKEN;
  handle.setBlocking(true);
  return {
    ...NOTHING_TAKEN,
    descriptor: handle.fd,
    letGo: () => stream.destroy(), // No end of file: another descriptor of it is open.
    giveBack: () => handle.setBlocking(false),
  };
}
