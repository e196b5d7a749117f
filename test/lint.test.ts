import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./support/sources.ts";
import { temporaryDirectory } from "./support/temp.ts";

/** What each layer must not do, and the rule of the linter that says so. A change of the linter could silence it. */
const PLANTED: Readonly<Record<string, readonly (readonly [code: string, rule: string])[]>> = {
  "src/core/planted.ts": [
    ['import "node:fs";', "no-restricted-imports"],
    ['import "node:timers/promises";', "no-restricted-imports"],
    ['import "../registry/registry.ts";', "no-restricted-imports"],
    ["export const a = Date.now();", "no-restricted-globals"],
    ["export const b = Math.random();", "no-restricted-properties"],
    ["export const c = process.pid;", "no-restricted-globals"],
    ["setTimeout(() => {}, 1);", "no-restricted-globals"],
    ["export async function d() { await 1; }", "no-async-await"],
    ["export default 1;", "no-default-export"],
  ],
  "src/registry/planted.ts": [
    ["export const a = Date.now();", "no-restricted-properties"],
    ["setInterval(() => {}, 1);", "no-restricted-globals"],
    ['import "node:timers/promises";', "no-restricted-imports"],
    ['import "../adapters/store/file-store.ts";', "no-restricted-imports"],
    ["console.log(1);", "no-console"],
    ["process.exit(1);", "no-process-exit"],
    ['process.stdout.write("x");', "no-restricted-properties"],
    ["export function f(x: any): void { void x; }", "no-explicit-any"],
    ["export const g = (a: 1, b: 1, c: 1, d: 1): unknown => [a, b, c, d];", "max-params"],
  ],
  "src/surfaces/cli/planted.ts": [
    ['import "../../registry/registry.ts";', "no-restricted-imports"],
    ['process.stdout.write("x"); // The CLI prints.', ""],
  ],
};

test("the linter knows what each layer must not do", async () => {
  const folder = temporaryDirectory();
  copyFileSync(join(ROOT, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
  for (const [path, lines] of Object.entries(PLANTED)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), lines.map(([code]) => `${code}\n`).join(""));
  }
  const found = await lint(folder);
  const wrong = Object.entries(PLANTED)
    .flatMap(([path, lines]) => lines.map(([code, rule], line) => ({ at: `${path}:${line + 1}:`, code, rule })))
    .filter(
      ({ at, rule }) =>
        found.some((line) => line.startsWith(at) && line.includes(rule === "" ? "" : `(${rule})`)) !== (rule !== ""),
    );
  expect(wrong).toEqual([]);
});

/** The lines that the linter prints. Without types: there is nothing to compile. */
function lint(folder: string): Promise<readonly string[]> {
  const oxlint = join(ROOT, "node_modules", ".bin", "oxlint");
  return new Promise((resolve) => {
    execFile(oxlint, ["-c", ".oxlintrc.json", "--format", "unix", "src"], { cwd: folder }, (_, output) =>
      resolve(output.split("\n")),
    );
  });
}
