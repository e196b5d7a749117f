import { CALL_MESSAGE_MAX_CHARS } from "../../core/limits.ts";
import type { CallOutputs } from "./call-outputs.ts";
import { outMark } from "./call-script.ts";

/** Both outputs of a call on their way: what a login shell prints is left out, and the end is told when all before it is here. */
export interface OrderedOutputs {
  stdout(chunk: Uint8Array): void;
  stderr(chunk: Uint8Array): void;
  /** Nothing more comes. */
  end(): void;
  /** What was printed before the command had begun. */
  noise(): string;
}

export interface OrderFacts {
  readonly mark: string;
  readonly outputs: Pick<CallOutputs, "stdout" | "stderr">;
  /** The call is not waited for any more: what is here is given at once. */
  readonly signal: AbortSignal;
}

/**
 * sshd sends the error output without regard to the other one, so that the end may overtake the last of what was printed. It is
 * held back until the mark behind it has come. Files of the login shell (`.bashrc`) may print, too, in front of the first mark.
 */
export function outputsInOrder({ mark, outputs, signal }: OrderFacts): OrderedOutputs {
  const held: Uint8Array[] = [];
  let phase: "before" | "printing" | "after" = "before";
  let noise = "";
  let tail = "";
  const flush = (): void => held.splice(0).forEach((chunk) => outputs.stderr(chunk));
  const out = betweenMarks(Buffer.from(outMark(mark)), {
    take(bytes) {
      if (phase !== "before") outputs.stdout(bytes);
      else noise = (noise + Buffer.from(bytes).toString("utf8")).slice(0, CALL_MESSAGE_MAX_CHARS);
    },
    marked() {
      phase = phase === "before" ? "printing" : "after";
      if (phase === "after") flush();
    },
  });
  const end = (): void => {
    out.rest();
    phase = "after";
    flush();
  };
  signal.addEventListener("abort", end, { once: true });
  return {
    stdout: out.add,
    stderr(chunk) {
      tail += Buffer.from(chunk).toString("latin1");
      const isEnd = held.length > 0 || tail.includes(`\n${mark}:ended:`);
      tail = tail.slice(-2 * mark.length);
      if (isEnd && phase !== "after") held.push(chunk);
      else outputs.stderr(chunk);
    },
    end() {
      signal.removeEventListener("abort", end);
      end();
    },
    noise: () => noise,
  };
}

interface Between {
  take(bytes: Uint8Array): void;
  marked(): void;
}

/** Cuts a stream at each `mark`, also where it comes in pieces. */
function betweenMarks(
  mark: Buffer,
  { take, marked }: Between,
): { add(chunk: Uint8Array): void; readonly rest: () => void } {
  let kept: Buffer = Buffer.alloc(0);
  const rest = (): void => {
    if (kept.length > 0) take(kept);
    kept = Buffer.alloc(0);
  };
  return {
    rest,
    add(chunk) {
      let bytes = kept.length === 0 ? Buffer.from(chunk) : Buffer.concat([kept, chunk]);
      for (let place = bytes.indexOf(mark); place >= 0; place = bytes.indexOf(mark)) {
        if (place > 0) take(bytes.subarray(0, place));
        marked();
        bytes = bytes.subarray(place + mark.length);
      }
      kept = bytes.subarray(bytes.length - beginningLength(bytes, mark));
      if (kept.length < bytes.length) take(bytes.subarray(0, bytes.length - kept.length));
    },
  };
}

/** How many of the last bytes may be the first ones of a mark. */
function beginningLength(bytes: Buffer, mark: Buffer): number {
  for (let length = Math.min(bytes.length, mark.length - 1); length > 0; length--)
    if (bytes.subarray(bytes.length - length).equals(mark.subarray(0, length))) return length;
  return 0;
}
