// Compiles src into dist, and builds the page into dist/web. Safe while programs run from dist and while another build runs: files are replaced one by one.
//
//   node scripts/build.mjs [--if-stale] [--no-check]
//
// --if-stale: only when something changed since the last build. --no-check: without type errors (`npm run check` finds them).
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buildPage } from "./build-page.mjs";
import { ROOT, changedAt, fail, filesBelow, lastChange, must, tool } from "./tasks.mjs";

const SOURCES = ["src", "web", "tsconfig.json", "package-lock.json"];
const EXECUTABLE = join("surfaces", "cli", "main.js");
const LOCK = join(ROOT, ".cache", "build.lock");
/** How often a second build looks whether the first one is done. */
const LOOK_MS = 50;

async function main(args) {
  const isNeeded = () => !args.includes("--if-stale") || changedAt("dist") < lastChange(SOURCES);
  if (!isNeeded()) return;
  const unlock = await lock();
  try {
    if (isNeeded()) await build(args.includes("--no-check") ? ["--noCheck", "--isolatedDeclarations", "false"] : []);
  } finally {
    unlock();
  }
}

async function build(options) {
  const startedAt = new Date();
  // We hold the lock: what is there was left by a build that was killed.
  for (const name of readdirSync(ROOT))
    if (/^dist-\d+\.tmp$/.test(name)) rmSync(join(ROOT, name), { recursive: true, force: true });
  // Beside dist and as deep, so that the source maps are right after the move.
  const made = join(ROOT, `dist-${process.pid}.tmp`);
  try {
    await must("The build", [tool("tsc"), "-p", ".", "--outDir", made, ...options]);
    copyOthers(made);
    await bundleCommandLine(made);
    await buildPage(join(made, "web"));
    publish(made, join(ROOT, "dist"));
    // A change during the build is newer than this, and so builds again.
    utimesSync(join(ROOT, "dist"), startedAt, startedAt);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/**
 * The command line starts at every call: its 40 small files, and those of the client, are rolled into a few. That takes
 * 10 ms off each call. Everything else stays a file a module, and is loaded from there.
 */
async function bundleCommandLine(made) {
  const { rolldown } = await import("rolldown");
  const cli = join(made, "surfaces", "cli");
  const bundle = await rolldown({
    input: join(cli, "main.js"),
    platform: "node",
    external: (id) =>
      /^(?:node:|commander$|zod$)/.test(id) ||
      /\/(?:adapters|daemon|mcp|operations|registry|tools)\/|\/compose\.js$/.test(id),
  });
  const { output } = await bundle.generate({
    format: "esm",
    entryFileNames: "main.js",
    chunkFileNames: "[name]-[hash].js",
    sourcemap: true,
  });
  rmSync(cli, { recursive: true });
  mkdirSync(cli);
  for (const file of output) writeFileSync(join(cli, file.fileName), file.type === "chunk" ? file.code : file.source);
}

/** What the compiler leaves behind: shell scripts, read by a shell and never executed as files. */
function copyOthers(made) {
  for (const file of filesBelow(join(ROOT, "src")).filter((name) => !name.endsWith(".ts"))) {
    mkdirSync(dirname(join(made, file)), { recursive: true });
    copyFileSync(join(ROOT, "src", file), join(made, file));
    chmodSync(join(made, file), 0o644);
  }
}

function publish(made, dist) {
  const files = filesBelow(made);
  for (const file of files) {
    mkdirSync(dirname(join(dist, file)), { recursive: true });
    chmodSync(join(made, file), file === EXECUTABLE ? 0o755 : 0o644);
    renameSync(join(made, file), join(dist, file));
  }
  const wanted = new Set(files);
  for (const file of filesBelow(dist)) if (!wanted.has(file)) rmSync(join(dist, file), { force: true });
}

/** Waits until no other build runs. One whose process is gone does not count. */
async function lock() {
  mkdirSync(dirname(LOCK), { recursive: true });
  for (;;) {
    try {
      const file = openSync(LOCK, "wx");
      writeSync(file, String(process.pid));
      closeSync(file);
      return () => rmSync(LOCK, { force: true });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      if (isAbandoned()) rmSync(LOCK, { force: true });
      else await sleep(LOOK_MS);
    }
  }
}

function isAbandoned() {
  try {
    const pid = Number(readFileSync(LOCK, "utf8"));
    if (pid > 0) process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}

main(process.argv.slice(2)).catch(fail);
