import type { Bench } from "./bench.ts";

/** One promise, tried with real processes. */
export interface Trial {
  readonly name: string;
  /** Where it can be tried. Absent: everywhere. */
  readonly platform?: NodeJS.Platform;
  /** What was seen, in a few words. Throws a sentence when it is not what was promised. */
  run(bench: Bench): Promise<string>;
}
