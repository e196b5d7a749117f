// What the scripts share. Node's own modules only: set-up runs before anything is installed.
import { spawn } from "node:child_process";
import { lstatSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Runs a program in the project's folder, without a shell and without input. Resolves with its exit code and all that it printed;
 * `show` passes the output through instead.
 */
export function run(program, args, { env = process.env, show = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env,
      stdio: ["ignore", show ? "inherit" : "pipe", show ? "inherit" : "pipe"],
    });
    const parts = [];
    child.stdout?.on("data", (part) => parts.push(part));
    child.stderr?.on("data", (part) => parts.push(part));
    child.on("error", reject);
    child.on("close", (code, signal) => {
      resolve({ code: code ?? 1, output: Buffer.concat(parts).toString() + (signal ? `\nended by ${signal}` : "") });
    });
  });
}

/** Like `run`; a failure throws with what was printed. */
export async function must(what, [program, ...args], options) {
  const { code, output } = await run(program, args, options);
  if (code !== 0) throw new Error(`${what} failed with exit code ${code}:\n${output.trim()}`);
  return output;
}

/** The program of a package of ours, by path: a name could be something else where it is not installed. */
export function tool(name) {
  return join(ROOT, "node_modules", ".bin", name);
}

/** All files below `folder`, as paths relative to it, sorted. */
export function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
}

/** When something in `paths` last changed, in milliseconds; for folders with all that is in them. Removals count, too. */
export function lastChange(paths) {
  return Math.max(...paths.flatMap((path) => withContents(join(ROOT, path))).map((path) => lstatSync(path).mtimeMs));
}

/** When `path` last changed; 0 where there is none. */
export function changedAt(path) {
  return lstatSync(join(ROOT, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Ends the script with a sentence instead of a stack trace. */
export function fail(error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

function withContents(path) {
  if (!lstatSync(path).isDirectory()) return [path];
  return [path, ...readdirSync(path, { recursive: true }).map((name) => join(path, name))];
}
