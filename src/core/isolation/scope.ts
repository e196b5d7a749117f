import { SCOPE_STOP_GRACE_SECONDS } from "../limits.ts";

/** What a scope may use at most, in the words of systemd.resource-control(5). */
export interface ScopeProperties {
  readonly memoryMaxBytes?: number | undefined;
  readonly tasksMax?: number | undefined;
  readonly cpuPercent?: number | undefined;
}

/** The name of the scope for a process; `suffix` is its id. The original's, with our prefix. */
export function workerUnit(suffix: string): string {
  return `bellhop-worker-${suffix}`;
}

/** A name for one probe that no other probe has: two at once must not meet. */
export function probeUnit(pid: number, hex: string): string {
  return `bellhop-probe-scope-${pid}-${hex}`;
}

/**
 * The words that run `command` in a transient scope of the user's manager. The probe and the starts share them, so that what
 * a systemd refuses is found by the probe. `--collect`: the scope goes with its last process, also after a failure.
 * Never `OOMPolicy=`: scopes refuse it before systemd 253 (original #102486).
 */
export function scopeWords(
  scope: { readonly binary: string; readonly unit: string; readonly properties: ScopeProperties },
  command: readonly string[],
): readonly string[] {
  const { memoryMaxBytes, tasksMax, cpuPercent } = scope.properties;
  const properties = [
    "MemoryAccounting=yes",
    ...(memoryMaxBytes === undefined ? [] : [`MemoryMax=${memoryMaxBytes}`]),
    ...(tasksMax === undefined ? [] : [`TasksMax=${tasksMax}`]),
    ...(cpuPercent === undefined ? [] : [`CPUQuota=${cpuPercent}%`]),
    `TimeoutStopSec=${SCOPE_STOP_GRACE_SECONDS}s`,
  ];
  const options = ["--user", "--scope", "--quiet", "--unit", scope.unit, "--collect"];
  const pairs = properties.flatMap((property) => ["--property", property]);
  return [scope.binary, ...options, ...pairs, "--", ...command];
}

/** Whether `systemctl stop` left nothing: it did its work, or there was no such unit any more. */
export function stopLeftNothing(code: number | null, errors: string): boolean {
  return code === 0 || (code !== null && /not loaded|not found|does not exist/i.test(errors));
}
