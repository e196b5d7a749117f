export interface UntilOptions {
  /** @default 30_000 */
  readonly withinMs?: number;
  /** Said when the time is up. */
  readonly what?: string;
  /** What was seen last, for the message. */
  readonly seen?: () => unknown;
}

/** Waits for a condition, never for a while. Fails with what was seen last. */
export async function until<T>(
  condition: () => T | Promise<T>,
  options: UntilOptions = {},
): Promise<Exclude<NonNullable<T>, false>> {
  const { withinMs = 30_000, what = "the condition", seen } = options;
  const deadline = performance.now() + withinMs;
  for (;;) {
    const value = await condition();
    if (value) return value as Exclude<NonNullable<T>, false>;
    if (performance.now() > deadline) {
      throw new Error(
        `${what} did not hold within ${withinMs} ms${seen ? `; last seen: ${JSON.stringify(seen())}` : ""}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
