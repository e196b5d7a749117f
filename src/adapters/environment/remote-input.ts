import { ENVIRONMENT_TYPE_BYTES, INPUT_SLICE_BYTES } from "../../core/limits.ts";
import { completeUtf8Length } from "../../core/output/decode.ts";
import { textOf, type RemoteAgent } from "./remote-agent.ts";

export interface Typed {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/**
 * Writes to the input of a process there, and gives the bytes that it took; they end with a whole character. Not repeated when
 * the answer is lost: it could be typed twice. Rejects with `ENXIO` when nobody reads it any more, as the kernel says it here.
 */
export async function typeThere(agent: RemoteAgent, { id, bytes }: Typed, signal: AbortSignal): Promise<number> {
  let written = 0;
  while (written < bytes.length) {
    const rest = bytes.subarray(written, written + ENVIRONMENT_TYPE_BYTES);
    const lengths = slices(rest, written + rest.length === bytes.length);
    const some = rest.subarray(
      0,
      lengths.reduce((sum, length) => sum + length, 0),
    );
    const words = (file: string): readonly string[] => [id, file, ...lengths.map(String)];
    const lines = await agent.send({ verb: "write", bytes: some, words }, signal);
    const taken = textOf(lines, "taken");
    if (taken === "" && written === 0) throw closed();
    written += Number(taken);
    if (Number(taken) < some.length) break;
  }
  return written;
}

/** Each so short that the kernel takes all of it or nothing, and each ends behind a whole character. */
function slices(bytes: Uint8Array, isLast: boolean): readonly number[] {
  const lengths: number[] = [];
  for (let place = 0; place < bytes.length;) {
    const slice = bytes.subarray(place, place + INPUT_SLICE_BYTES);
    const isEnd = place + slice.length === bytes.length;
    const whole = isEnd && isLast ? slice.length : completeUtf8Length(slice) || slice.length;
    lengths.push(whole);
    place += whole;
    if (isEnd) break;
  }
  return lengths;
}

function closed(): Error {
  return Object.assign(new Error("Nobody reads the input of the process any more."), { code: "ENXIO" });
}
