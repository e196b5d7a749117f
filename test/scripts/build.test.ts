import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../support/sources.ts";
import { temporaryDirectory } from "../support/temp.ts";

const SOURCES: Readonly<Record<string, string>> = {
  "a.ts": "export const a: number = 1;\n",
  "old.ts": "export const old: number = 1;\n",
  "adapters/launch/shim.sh": "#!/bin/sh\n",
  "surfaces/cli/main.ts": "#!/usr/bin/env node\n",
};

test("[BUILD-1, BUILD-2] a build, a source that goes away, and nothing to do", async () => {
  const project = newProject();
  expect(await build(project)).toBe(0);
  expect(contents(project)).toEqual([
    "a.d.ts 644",
    "a.js 644",
    "adapters/launch/shim.sh 644",
    "old.d.ts 644",
    "old.js 644",
    "surfaces/cli/main.js 755",
    "web/index.html 644",
  ]);
  rmSync(join(project, "src", "old.ts"));
  expect(await build(project, "--if-stale")).toBe(0);
  expect(contents(project).filter((line) => line.startsWith("old"))).toEqual([]);

  const before = statSync(join(project, "dist", "a.js")).ino;
  expect(await build(project, "--if-stale")).toBe(0);
  expect(statSync(join(project, "dist", "a.js")).ino).toBe(before);
});

test("[BUILD-3] two at once, beside what a killed one left", async () => {
  const project = newProject();
  mkdirSync(join(project, "dist-1.tmp"));
  mkdirSync(join(project, ".cache"));
  // No process can have this pid (proc(5): at most 2^22).
  writeFileSync(join(project, ".cache", "build.lock"), "4194305");
  expect(await Promise.all([build(project), build(project), build(project, "--if-stale")])).toEqual([0, 0, 0]);
  expect(contents(project)).toHaveLength(7);
  expect(readdirSync(project).filter((name) => name.startsWith("dist-"))).toEqual([]);
  expect(existsSync(join(project, ".cache", "build.lock"))).toBe(false);
});

test("[BUILD-4] a build that fails changes nothing", async () => {
  const project = newProject();
  await build(project);
  writeFileSync(join(project, "src", "a.ts"), 'export const a: number = "text";\n');
  expect(await build(project)).toBe(1);
  expect(readFileSync(join(project, "dist", "a.js"), "utf8")).toContain("a = 1");
  expect(await build(project, "--no-check")).toBe(0);
  expect(readFileSync(join(project, "dist", "a.js"), "utf8")).toContain('a = "text"');
});

function newProject(): string {
  const project = temporaryDirectory();
  cpSync(join(ROOT, "scripts"), join(project, "scripts"), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(project, "node_modules"));
  writeFileSync(join(project, "package-lock.json"), "{}");
  writeFileSync(join(project, "package.json"), '{ "type": "module" }');
  const compilerOptions = {
    module: "nodenext",
    target: "es2023",
    rootDir: "src",
    outDir: "dist",
    declaration: true,
    types: [],
  };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
  mkdirSync(join(project, "web"));
  cpSync(join(ROOT, "web", "vite.config.ts"), join(project, "web", "vite.config.ts"));
  writeFileSync(join(project, "web", "index.html"), "<!doctype html><title>Page</title>\n");
  for (const [path, text] of Object.entries(SOURCES)) {
    mkdirSync(dirname(join(project, "src", path)), { recursive: true });
    writeFileSync(join(project, "src", path), text);
  }
  return project;
}

/** The exit code. */
function build(project: string, ...args: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(project, "scripts", "build.mjs"), ...args], (error) =>
      resolve(Number(error?.code ?? 0)),
    );
  });
}

function contents(project: string): readonly string[] {
  const dist = join(project, "dist");
  return readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(dist, path)).isFile())
    .toSorted()
    .map((path) => `${path} ${(statSync(join(dist, path)).mode & 0o777).toString(8)}`);
}
