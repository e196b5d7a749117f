import type { Ability, Environment } from "../../../ports/environment.ts";

/** One rule of the contract. */
export interface Rule {
  readonly rule: string;
  /** It means something only where the environment can this. */
  readonly needs?: readonly (Ability | "end")[];
  check(environment: Environment): Promise<void>;
}

/** How long something may take that has nothing to wait for, on a busy machine far away. */
export const PROMPT_MS = 15_000;

/** Time limits of calls that are to print something first, in ms. Where all is slow the longer ones are tried, too. */
const LIMITS_MS: readonly number[] = [1_000, 4_000, 16_000];

/** The first answer that `isEnough`, with a time limit that grows; else the last. */
export async function inTime<T>(
  call: (timeoutMs: number) => Promise<T>,
  isEnough: (answer: T) => boolean,
): Promise<{ readonly answer: T; readonly timeoutMs: number; readonly endedMs: number }> {
  let last: { readonly answer: T; readonly timeoutMs: number; readonly endedMs: number } | null = null;
  for (const timeoutMs of LIMITS_MS) {
    const startMs = performance.now();
    const answer = await call(timeoutMs);
    last = { answer, timeoutMs, endedMs: performance.now() - startMs };
    if (isEnough(answer)) return last;
  }
  if (last === null) throw new Error("There is no time limit to try.");
  return last;
}

/** Waits until `condition` holds; false when it does not within {@link PROMPT_MS}. */
export async function holdsInTime(condition: () => Promise<boolean>): Promise<boolean> {
  const deadlineMs = performance.now() + PROMPT_MS;
  for (;;) {
    if (await condition()) return true;
    if (performance.now() > deadlineMs) return false;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
