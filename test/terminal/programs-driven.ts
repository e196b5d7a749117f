import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

import type { ExitFields } from "../../src/core/results.ts";
import type { Registry } from "../../src/registry/registry.ts";
import { testRegistry } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";
import { startInTerminal } from "./support.ts";

/** How long a program may take from one moment to the next. A machine that is busy with other things is slow. */
const MOMENT_MS = 30_000;

/** What is compared of a screen. The rows end with the last one that is not empty. */
export interface Seen {
  readonly rows: readonly string[];
  /** Row and column, from 1. */
  readonly cursor: readonly [number, number];
  readonly alternateScreen: boolean;
}

/** A real program in a terminal of 30 by 120, with a home of its own. */
export interface Program {
  readonly registry: Registry;
  readonly id: string;
  submit(line: string): Promise<void>;
  write(text: string): Promise<void>;
  press(...keys: readonly string[]): Promise<void>;
  paste(text: string): Promise<void>;
  /** Types a secret as soon as the terminal would not show it. */
  secret(secret: string): Promise<void>;
  /** Waits until a row of the screen is `row` or matches it (null: there is none that is not empty), and gives the screen. */
  moment(row: string | RegExp | null, also?: (seen: Seen) => boolean): Promise<Seen>;
  /** Waits for the end; gives the exit code, and the signal when there was one. */
  ended(): Promise<Pick<ExitFields, "exitCode">>;
}

export async function drive(
  command: string,
  {
    cwd = temporaryDirectory(),
    env = {},
  }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Program> {
  const registry = await testRegistry();
  const home = temporaryDirectory();
  const { id } = await startInTerminal(registry, command, {
    cwd,
    env: { HOME: home, XDG_CONFIG_HOME: home, LC_ALL: "C.UTF-8", SHELL: "/bin/sh", ...env },
  });
  const typed = async (answer: Promise<{ readonly status: string }>): Promise<void> =>
    expect(await answer).toMatchObject({ status: "ok" });
  return {
    registry,
    id,
    submit: (line) => typed(registry.submit(id, line)),
    write: (text) => typed(registry.write(id, text)),
    press: (...keys) => typed(registry.sendKeys(id, keys)),
    paste: (text) => typed(registry.paste(id, text)),
    secret: (secret) => secretTyped(registry, id, secret),
    moment: (row, also) => momentOf(registry, id, { row, also }),
    ended: async () => {
      const { exitCode = null } = await registry.wait(id, { timeoutSeconds: 20 });
      return { exitCode };
    },
  };
}

async function secretTyped(registry: Registry, id: string, secret: string): Promise<void> {
  await until(async () => (await registry.sendSecret(id, secret, { enter: true })).status === "ok", {
    withinMs: MOMENT_MS,
    what: "a question for a secret",
  });
}

interface Wanted {
  readonly row: string | RegExp | null;
  readonly also: ((seen: Seen) => boolean) | undefined;
}

function momentOf(registry: Registry, id: string, { row, also = () => true }: Wanted): Promise<Seen> {
  let last: Seen | null = null;
  let looked = "";
  return until(
    async () => {
      const seen = seenOf(await registry.screen(id));
      // A screen that is being drawn is none yet: two looks in a row see the same.
      const before = looked;
      looked = JSON.stringify(seen);
      last = seen;
      return looked === before && hasRow(seen, row) && also(seen) ? seen : null;
    },
    { withinMs: MOMENT_MS, what: `${String(row)} on the screen`, seen: () => last },
  );
}

function hasRow({ rows }: Seen, wanted: string | RegExp | null): boolean {
  if (wanted === null) return rows.length === 0;
  return rows.some((row) => (typeof wanted === "string" ? row === wanted : wanted.test(row)));
}

function seenOf(answer: Awaited<ReturnType<Registry["screen"]>>): Seen {
  if (answer.status === "not_found") throw new Error(answer.error);
  const { rows, cursor, alternateScreen } = answer;
  const count = rows.findLastIndex((row) => row !== "") + 1;
  return { rows: rows.slice(0, count), cursor: [cursor.row, cursor.column], alternateScreen };
}

/** All that is kept of everything: what any file below the directory holds. */
export function filesBelow(directory: string): string {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, "latin1"))
    .join("\n");
}
