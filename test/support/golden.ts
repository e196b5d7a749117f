import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";

import { ROOT } from "./sources.ts";

const FOLDER = join(ROOT, "test", "tools", "golden");

/**
 * Compares an answer with `test/tools/golden/NAME.json`. `GOLDEN=write` writes the file instead; look at it before you keep it.
 * What differs from run to run stands there as a word.
 */
export function expectGolden(name: string, answer: unknown): void {
  const path = join(FOLDER, `${name}.json`);
  const told = settled(answer);
  if (process.env["GOLDEN"] === "write") {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${JSON.stringify(told, null, 2)}\n`);
  }
  expect(told).toEqual(JSON.parse(readFileSync(path, "utf8")));
}

/** What is written down under a beginning, without it. */
export function goldenNames(beginning: string): readonly string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.startsWith(beginning))
    .map((name) => name.slice(beginning.length, -".json".length))
    .toSorted();
}

/** Ids, pids, times and places under fixed words; the same id has the same word in all of one answer. */
function settled(answer: unknown): unknown {
  const ids = new Map<string, string>();
  const idWord = (id: string): string => {
    if (!ids.has(id)) ids.set(id, `proc_ID${ids.size + 1}`);
    return ids.get(id) ?? id;
  };
  const walk = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => walk(one, key));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(
        Object.entries(value)
          .filter(([name]) => !UNSTEADY.has(name))
          .map(([name, one]) => [name, walk(one, name)]),
      );
    if (typeof value === "string") return textWord(value.replaceAll(/proc_[0-9a-f]{12}/g, idWord), key);
    return typeof value === "number" && key in NUMBERS ? NUMBERS[key] : value;
  };
  return walk(answer, "");
}

const NUMBERS: Readonly<Record<string, string>> = {
  pid: "PID",
  killed_pids: "PID",
  leftover_pids: "PID",
  uptime_seconds: "SECONDS",
};

/** There or not, as the machine has it. */
const UNSTEADY: ReadonlySet<string> = new Set(["cpu_seconds", "peak_memory_bytes"]);

function textWord(text: string, key: string): string {
  if (key === "cwd") return "DIRECTORY";
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "TIME")
    .replaceAll(/\bafter \d+ s\b/g, "after SECONDS s");
}
