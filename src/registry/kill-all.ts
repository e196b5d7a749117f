import { eachOf } from "../base/each.ts";
import { invalidArgument, messageOf } from "../core/errors.ts";
import { KILLS_AT_ONCE_MAX } from "../core/limits.ts";
import { isSpared, type KillAllOptions } from "../core/owner.ts";
import type { Context, Tracked } from "./context.ts";
import { kill } from "./kill.ts";
import { living } from "./owned.ts";

/** What an abandoned turn has started, and how its end is told. */
interface Sweep {
  readonly targets: readonly Tracked[];
  readonly source: string;
  readonly consumeOutput: boolean;
}

/**
 * Ends what of a task lives, or of all; also what ended processes left behind. A sweep that cleans up after an agent passes by
 * what was started to outlive it (original #41225). Answers how many were ended; one that resists does not stop the others.
 */
export function killAll(context: Context, options: KillAllOptions): Promise<number> {
  const { taskId, source = "kill_all", consumeOutput = false } = options;
  if (taskId !== undefined && typeof taskId !== "string") throw invalidArgument("taskId", "a task, or nothing", taskId);
  return endAll(context, { targets: living(context, taskId), source, consumeOutput });
}

/**
 * Ends what a turn that was cut short has started. Nobody is told: an event would revive the work that was stopped on purpose
 * (original).
 */
export function killStartedSince(
  context: Context,
  taskId: string,
  { baseline, source }: { readonly baseline: readonly string[]; readonly source: string },
): Promise<number> {
  const before = new Set(baseline);
  const targets = living(context, taskId).filter(({ record }) => !before.has(record.id));
  return endAll(context, { targets, source, consumeOutput: true });
}

async function endAll(context: Context, { targets, source, consumeOutput }: Sweep): Promise<number> {
  const wanted = targets.filter(({ record }) => !isSpared(record, source));
  const ended = await eachOf(wanted, KILLS_AT_ONCE_MAX, async (tracked) => {
    const error = await endOne(context, tracked, { source, consumeOutput });
    if (error !== null) context.ports.logger.warn(`A sweep by ${source} did not end ${tracked.record.id}: ${error}`);
    return error === null;
  });
  return ended.filter(Boolean).length;
}

/** Null, or why not. */
async function endOne(
  context: Context,
  tracked: Tracked,
  options: { readonly source: string; readonly consumeOutput: boolean },
): Promise<string | null> {
  try {
    const { status, error = status } = await kill(context, tracked, options);
    return status === "error" ? error : null;
  } catch (error) {
    return messageOf(error);
  }
}
