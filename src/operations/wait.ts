import { z } from "zod";

import type { WaitOptions } from "../core/contract.ts";
import { invalidArgument } from "../core/errors.ts";
import { ID_MAX_CHARS, WAIT_CONDITIONS_MAX, WAIT_PROCESSES_MAX, WATCH_PATTERN_MAX_CHARS } from "../core/limits.ts";
import { parseCondition, type WaitCondition } from "../core/wait-condition.ts";
import { optionalCursor, optionalFlag, sessionId, text } from "./fields.ts";
import { field } from "./input.ts";
import { defineOperation, type CallOperation, type OperationContext } from "./operation.ts";

const seconds = field(
  z.number().positive().exactOptional(),
  "a number of seconds above 0",
  "Most seconds to block. Default and most: 180, unless the home is configured otherwise.",
);

/** Longest condition: a pattern and its name. */
const CONDITION_MAX_CHARS = WATCH_PATTERN_MAX_CHARS + 16;

const shared = {
  for: field(
    z.array(text(CONDITION_MAX_CHARS).min(1)).max(WAIT_CONDITIONS_MAX).exactOptional(),
    `a list of at most ${WAIT_CONDITIONS_MAX} conditions`,
    'What else ends the wait: "ready", "input" (it waits for somebody to type), "event", "pattern:TEXT", "pattern:/REGEX/", "port:3000", "idle:30" (seconds without output), "bytes:1000" (more output). Its ending always does. Default: only that.',
  ),
  since: optionalCursor(
    "A cursor: pattern and bytes look only at output behind it. Default: pattern looks at all of it.",
  ),
  /** The original's word and the library's word; both are taken. */
  timeout: seconds,
  timeout_seconds: seconds,
  unbounded: optionalFlag("Lift the most, for a person who waits as long as they like. Default false."),
};

export const wait: CallOperation = defineOperation({
  name: "wait",
  kind: "act",
  description:
    "Blocks until the process ends, one of the conditions is true, or the time is up, and says which. A timeout is not an error: the process runs on, and the answer has the end of its output.",
  input: z.strictObject({ session_id: sessionId, ...shared }),
  run: ({ bellhop, ...signals }, { session_id, ...input }) =>
    bellhop.wait(session_id, { ...optionsOf(input), ...signalsOf(signals) }),
});

export const waitMany: CallOperation = defineOperation({
  name: "wait_many",
  kind: "act",
  description:
    "Blocks until the first of several processes ends or fulfils a condition (with all: each of them), and says which one and why.",
  input: z.strictObject({
    session_ids: field(
      z.array(text(ID_MAX_CHARS).min(1)).min(1).max(WAIT_PROCESSES_MAX),
      `a list of 1 to ${WAIT_PROCESSES_MAX} ids`,
      "Which processes: ids, unique beginnings of ids, or names.",
    ),
    all: optionalFlag("Until each has its answer, instead of the first. Default false."),
    ...shared,
  }),
  run: async ({ bellhop, ...signals }, { session_ids, all, ...input }) =>
    bellhop.waitMany(session_ids, {
      ...optionsOf(input),
      ...(all !== undefined && { all }),
      ...signalsOf(signals),
    }),
});

interface WaitInput {
  readonly for?: readonly string[];
  readonly since?: number;
  readonly timeout?: number;
  readonly timeout_seconds?: number;
  readonly unbounded?: boolean;
}

interface Options {
  readonly for?: readonly WaitCondition[];
  readonly since?: number;
  readonly timeoutSeconds?: number;
  readonly unbounded?: boolean;
}

function signalsOf({
  signal,
  yieldSignal,
}: Omit<OperationContext, "bellhop">): Pick<WaitOptions, "signal" | "yieldSignal"> {
  return { signal, ...(yieldSignal && { yieldSignal }) };
}

function optionsOf({ timeout, timeout_seconds, for: conditions, ...others }: WaitInput): Options {
  if (timeout !== undefined && timeout_seconds !== undefined) {
    throw invalidArgument("timeout", "given without timeout_seconds (they are the same)", timeout);
  }
  const timeoutSeconds = timeout ?? timeout_seconds;
  return {
    ...others,
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
    ...(conditions !== undefined && { for: conditions.map(parseCondition) }),
  };
}
