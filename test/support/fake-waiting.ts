import type { WaitOptions } from "../../src/core/contract.ts";
import type { WaitManyResult } from "../../src/core/results.ts";
import type { FakeBellhop } from "./fake-bellhop.ts";

interface Many {
  readonly all: boolean;
  readonly signal: AbortSignal | undefined;
  readonly options: WaitOptions;
}

/** One wait on several fake processes. */
export async function waitForMany(
  bellhop: FakeBellhop,
  ids: readonly string[],
  { all, signal, options }: Many,
): Promise<WaitManyResult> {
  const enough = new AbortController();
  const both = signal ? AbortSignal.any([signal, enough.signal]) : enough.signal;
  const waits = ids.map((id) =>
    bellhop.wait(id, { ...options, signal: both }).then((one) => {
      if (!all && one.status === "exited") enough.abort();
      return one;
    }),
  );
  const ended = (await Promise.all(waits)).filter((one) => one.status === "exited");
  const running = ids.filter((id) => bellhop.processes.get(id)?.exitCode === null);
  if (signal?.aborted) return { status: "interrupted", results: [], running };
  const isOver = all ? running.length === 0 : ended.length > 0;
  return { status: isOver ? "exited" : "timeout", results: ended, running };
}
