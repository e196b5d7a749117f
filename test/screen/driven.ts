import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

import type { ScreenOptions } from "../../src/core/contract.ts";
import type { ScreenResult } from "../../src/core/results.ts";
import { keyText } from "../../src/core/terminal/keys.ts";
import type { Registry } from "../../src/registry/registry.ts";
import { startPlain, testRegistry } from "../support/registry.ts";
import { until } from "../support/until.ts";
import { tmuxWitness } from "./tmux.ts";

const SIZE = { rows: 30, cols: 120 };

/** A real program in a terminal of 30 by 120, typed into. */
export interface Driven {
  type(text: string): Promise<void>;
  press(...keys: readonly string[]): Promise<void>;
  screen(options?: ScreenOptions): Promise<ScreenResult>;
  /** Waits until a screen is seen for which `holds`, and compares it with what tmux makes of the same bytes. */
  moment(what: string, holds: (screen: ScreenResult) => boolean): Promise<ScreenResult>;
}

export async function drive(program: string, env: Readonly<Record<string, string>> = {}): Promise<Driven> {
  const registry = await testRegistry();
  const inside = `stty rows ${SIZE.rows} columns ${SIZE.cols}; exec ${program}`;
  const { id } = await startPlain(registry, `exec script -qefc '${inside.replaceAll("'", `'\\''`)}' /dev/null`, {
    stdin: "pipe",
    env: { TERM: "xterm-256color", LC_ALL: "C.UTF-8", SHELL: "/bin/sh", ...env },
  });
  const witness = tmuxWitness();
  const screen = (options?: ScreenOptions): Promise<ScreenResult> => screenOf(registry, id, options);
  const type = async (text: string): Promise<void> => {
    expect(await registry.write(id, text)).toMatchObject({ status: "ok" });
  };
  return {
    type,
    screen,
    press: (...keys) => type(keys.map((key) => keyText(key)).join("")),
    async moment(what, holds) {
      let last: ScreenResult | null = null;
      const seen = await until(
        async () => {
          last = await screen();
          return holds(last) ? last : null;
        },
        { what, seen: () => last?.rows },
      );
      const { rows, cursor, alternateScreen } = seen;
      if (witness !== null)
        expect({ rows, cursor, alternateScreen }).toEqual(await witness(logOf(registry, id, seen.logCursor), SIZE));
      return seen;
    },
  };
}

async function screenOf(registry: Registry, id: string, options?: ScreenOptions): Promise<ScreenResult> {
  const answer = await registry.screen(id, options);
  if (answer.status === "not_found") throw new Error(answer.error);
  return answer;
}

function logOf(registry: Registry, id: string, size: number): Buffer {
  const directory = join(registry.home, "procs", id);
  const segments = readdirSync(directory).filter((name) => name.startsWith("log."));
  return Buffer.concat(segments.toSorted().map((name) => readFileSync(join(directory, name)))).subarray(0, size);
}
