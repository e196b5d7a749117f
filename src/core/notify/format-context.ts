import type { Loose } from "./loose.ts";

/** What the text of an event needs to know besides the event. All of it may be missing; a function that throws knows nothing. */
export interface FormatContext {
  /** What is known about a subagent, by its id (`sa-…`). Its texts are told as they are, so redact them. */
  readonly subagent?: (id: string) => SubagentFacts | undefined;
  /** The delegation section of the configuration as it is now. Without it no notice says that its model was rejected. */
  readonly delegation?: DelegationSettings;
  /** Seconds since the epoch. Without it, what has not ended has no age. */
  readonly nowSeconds?: number;
  /** `YYYY-MM-DD HH:MM:SS` in the reader's time zone, of seconds since the epoch. Without it a notice tells the age alone. */
  readonly localTime?: (seconds: number) => string;
}

export interface SubagentFacts {
  /** Id of the delegation that it works for. */
  readonly delegation?: string;
  /** What it was asked to do. */
  readonly goal?: string;
}

/** As read from a file: each key may hold anything (behaviour 1.7). */
export type DelegationSettings = Loose<{
  model: string;
  provider: string;
  fallbackProviders: readonly unknown[];
  fallbackModel: unknown;
}>;

/** What the host knows about a subagent; null when it is not found, or when looking threw. */
export function subagentFacts({ subagent }: FormatContext, id: string): Loose<SubagentFacts> | null {
  return asked(() => subagent?.(id)) ?? null;
}

/** The moment in local time; empty when the host does not say. */
export function localTimeOf({ localTime }: FormatContext, seconds: number): string {
  return asked(() => localTime?.(seconds)) ?? "";
}

/** A notice is told, whatever the host's functions do. */
function asked<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
