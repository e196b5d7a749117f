import type * as Headless from "@xterm/headless";

import { BellhopError, systemCode } from "../../core/errors.ts";

/** Loads the emulator when a screen is asked for the first time: 150 KB that most programs never need. */
export async function loadHeadless(): Promise<typeof Headless> {
  try {
    // CommonJS: what it exports stands in `default`.
    return (await import("@xterm/headless")).default;
  } catch (error) {
    throw explained(error);
  }
}

/** Any other error than a missing package is told as it is. */
export function explained(error: unknown): unknown {
  if (systemCode(error) !== "ERR_MODULE_NOT_FOUND") return error;
  return new BellhopError(
    "package_missing",
    "The screen of a process needs the package @xterm/headless, which is not installed. Install it beside bellhop (`npm install @xterm/headless`), or read the output of the process with `log`.",
    { cause: error },
  );
}
