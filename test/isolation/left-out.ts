/**
 * Whether tests run that need more than every machine has: `why` says what is missing, null = nothing. They are left out with
 * a line that says so, but never in CI: there they run, and fail.
 */
export function canRun(what: string, why: string | null): boolean {
  if (why === null || process.env["CI"] !== undefined) return true;
  process.emitWarning(`${what} are left out: ${why}.`);
  return false;
}

/** Fails where they run though something is missing. */
export function mustRun(why: string | null): void {
  if (why !== null) throw new Error(`In CI nothing is left out, but ${why}.`);
}
