import { setTimeout as sleep } from "node:timers/promises";

import { isBellhopError } from "../../../core/errors.ts";
import type { WriteResult } from "../../../core/results.ts";
import type { Remote } from "../context.ts";
import { ask } from "../remote.ts";

/** Typed bytes that wait for a program that does not read: more than anybody types, as much as one may paste. */
const WAITING_MAX_BYTES = 1_048_576;
/** Bytes of one write: the input of a terminal takes no more at once. */
const PIECE_BYTES = 16_384;
const RETRY_MS = 50;

/** Hands on what is typed, in its order. */
export interface Typing {
  /** False: too much waits already, and this was dropped. */
  push(bytes: Uint8Array): boolean;
}

interface Target {
  readonly remote: Remote;
  readonly id: string;
  readonly signal: AbortSignal;
  /** Something typed did not arrive, or nobody knows whether it did. */
  readonly onLoss: () => void;
}

export function typing(target: Target): Typing {
  let waiting: Buffer = Buffer.alloc(0);
  let busy = false;
  const pump = async (): Promise<void> => {
    busy = true;
    while (waiting.length > 0 && !target.signal.aborted) {
      const doneBytes = await taken(target, waiting.subarray(0, PIECE_BYTES));
      waiting = waiting.subarray(doneBytes); // As it is now: more was typed meanwhile.
    }
    busy = false;
  };
  return {
    push: (bytes) => {
      if (waiting.length + bytes.length > WAITING_MAX_BYTES) return false;
      waiting = Buffer.concat([waiting, bytes]);
      if (!busy) void pump();
      return true;
    },
  };
}

/** Bytes that are done with: written, or lost. */
async function taken({ remote, id, signal, onLoss }: Target, piece: Buffer): Promise<number> {
  const lost = (): number => {
    onLoss();
    return piece.length;
  };
  try {
    const input = { session_id: id, data_base64: piece.toString("base64") };
    const { value } = await ask<WriteResult>(remote, "write", input);
    if (value.status === "ok") return value.bytesWritten ?? piece.length;
    if (value.reason !== "full") return lost();
    if (!value.bytesWritten) await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
    return value.bytesWritten ?? 0;
  } catch (error) {
    // The daemon went away meanwhile. What it had begun is not typed a second time.
    if (isBellhopError(error)) return lost();
    throw error;
  }
}
