import type { StartOptions } from "../../src/core/contract.ts";
import type { StartedProcess } from "../../src/core/results.ts";
import type { Bellhop } from "../../src/core/contract.ts";
import { logOf } from "../support/registry.ts";
import { until } from "../support/until.ts";

/** Starts with a plain shell in a terminal that is called as everywhere. */
export function startInTerminal(
  bellhop: Bellhop,
  command: string,
  options: Partial<StartOptions> = {},
): Promise<StartedProcess> {
  return bellhop.start({
    command,
    shell: "plain",
    pty: true,
    ...options,
    env: { TERM: "xterm-256color", ...options.env },
  });
}

/** Waits until the clean output holds `text`; gives all of it. */
export function printed(bellhop: Bellhop, id: string, text: string): Promise<string> {
  let output = "";
  return until(
    async () => {
      ({ output } = await logOf(bellhop, id, { limit: 10_000 }));
      return output.includes(text) ? output : null;
    },
    { what: `${JSON.stringify(text)} in the output`, seen: () => output.slice(-500) },
  );
}
