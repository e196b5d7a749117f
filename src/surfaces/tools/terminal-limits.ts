import { FOREGROUND_MAX_SECONDS, FOREGROUND_SECONDS, WAIT_TIMEOUT_MAX_SECONDS } from "../../core/limits.ts";
import type { ToolCaller } from "./tool.ts";

/** How long a command may hold up its caller. */
export interface ForegroundLimits {
  /** Seconds unless asked otherwise. */
  readonly defaultSeconds: number;
  /** Most that may be asked for. */
  readonly maxSeconds: number;
}

/** From the environment of the caller, under the original's names. What is no number of seconds there does not count. */
export function foregroundLimits({ caller }: ToolCaller): ForegroundLimits {
  const env = caller?.env ?? process.env;
  return {
    defaultSeconds: seconds(env["TERMINAL_TIMEOUT"]) ?? FOREGROUND_SECONDS,
    maxSeconds: seconds(env["TERMINAL_MAX_FOREGROUND_TIMEOUT"]) ?? FOREGROUND_MAX_SECONDS,
  };
}

function seconds(text: string | undefined): number | undefined {
  const value = Number(text?.trim() || Number.NaN);
  return value > 0 ? Math.min(value, WAIT_TIMEOUT_MAX_SECONDS) : undefined;
}
