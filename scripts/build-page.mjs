// Builds the page of `bellhop web` (web/) with vite, and packs each file, so that the daemon never has to.
import { cpSync, existsSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { ROOT, changedAt, filesBelow, lastChange, must, tool } from "./tasks.mjs";

const SOURCES = ["web", "package-lock.json"];
const PAGE = join("dist", "web");
/** Says when its sources were looked at: written last, so that a build that was killed does not count. */
const STAMP = join(PAGE, "index.html");
/** Smaller ones are not worth a second file. */
const PACKED_MIN_BYTES = 1_024;

/** Puts the page into `target`: the one that is there, if nothing of it has changed. */
export async function buildPage(target) {
  if (existsSync(join(ROOT, STAMP)) && changedAt(STAMP) >= lastChange(SOURCES)) {
    cpSync(join(ROOT, PAGE), target, { recursive: true, preserveTimestamps: true });
    return;
  }
  const startedAt = new Date();
  const config = join(ROOT, "web", "vite.config.ts");
  await must("The build of the page", [
    process.execPath,
    tool("vite"),
    "build",
    "--config",
    config,
    "--outDir",
    target,
    "--logLevel",
    "error",
  ]);
  await Promise.all(filesBelow(target).map((name) => pack(join(target, name))));
  // A change during the build is newer than this, and so builds again.
  utimesSync(join(target, "index.html"), startedAt, startedAt);
}

async function pack(file) {
  if (statSync(file).size < PACKED_MIN_BYTES) return;
  const bytes = readFileSync(file);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, { params: quality }));
  writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }));
}
