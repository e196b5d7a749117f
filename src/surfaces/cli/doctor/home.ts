import { accessSync, constants, existsSync, lstatSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { runtimePath, socketPaths } from "../../../base/home-paths.ts";
import { privacyFlaw } from "../../../base/private-directory.ts";
import { messageOf } from "../../../core/errors.ts";
import { LOG_MAX_BYTES, LOW_DISK_BYTES, SOCKET_PATH_MAX_BYTES } from "../../../core/limits.ts";
import { bytes } from "../text/amounts.ts";
import { fail, ok, warn } from "./check.ts";
import type { Check, Patient } from "./check.ts";

const run = promisify(execFile);
const MKFIFO_MAX_MS = 5_000;

/** Whether the state directory can be what it must be: ours alone, writable, with pipes, a socket and room. */
export async function homeChecks({ home, env }: Patient): Promise<readonly Check[]> {
  return [homeCheck(home), await pipeCheck(home, env), socketCheck(home, env), diskCheck(home)];
}

function homeCheck(home: string): Check {
  const name = "home";
  try {
    if (!existsSync(home)) {
      accessSync(nearestDirectory(home), constants.W_OK | constants.X_OK);
      return ok(name, `${home} (not there yet; the first start makes it)`);
    }
    const flaw = privacyFlaw(home);
    if (flaw) return fail(name, `${home} ${flaw}`, flawAdvice(home));
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK);
    return ok(name, `${home} (writable, mode 0700)`);
  } catch (error) {
    return fail(name, messageOf(error), "Make it writable, or set BELLHOP_HOME to a directory of your own.");
  }
}

function flawAdvice(home: string): string {
  const mine = lstatSync(home).isDirectory() && lstatSync(home).uid === process.getuid?.();
  return mine ? `Run: chmod 700 ${home}` : "Set BELLHOP_HOME to a directory of your own.";
}

/** Makes a pipe, which is the only proof: network and shared file systems often refuse. */
async function pipeCheck(home: string, env: Patient["env"]): Promise<Check> {
  const name = "named pipes";
  const flaw = await pipeFlaw(nearestDirectory(home));
  if (!flaw) return ok(name, "the file system of the home takes them");
  const runtime = runtimePath(home, env);
  const secondFlaw = await pipeFlaw(nearestDirectory(runtime));
  if (!secondFlaw)
    return warn(
      name,
      `not in the home (${flaw}); they will be in ${runtime}`,
      "Nothing must be done; a home on a local disk is faster.",
    );
  return fail(
    name,
    `neither in the home (${flaw}) nor in ${runtime} (${secondFlaw})`,
    "Set BELLHOP_HOME to a directory on a local disk.",
  );
}

async function pipeFlaw(directory: string): Promise<string | undefined> {
  let probe: string | undefined;
  try {
    probe = mkdtempSync(join(directory, ".bellhop-doctor-"));
    const pipe = join(probe, "pipe");
    await run("mkfifo", ["-m", "600", pipe], { timeout: MKFIFO_MAX_MS });
    return lstatSync(pipe).isFIFO() ? undefined : "mkfifo made something else";
  } catch (error) {
    return messageOf(error).trim().split("\n").at(-1);
  } finally {
    if (probe) rmSync(probe, { recursive: true, force: true });
  }
}

function socketCheck(home: string, env: Patient["env"]): Check {
  const name = "socket path";
  const path = join(home, "daemon.sock");
  const length = Buffer.byteLength(path);
  if (length <= SOCKET_PATH_MAX_BYTES) return ok(name, `${length} of ${SOCKET_PATH_MAX_BYTES} bytes`);
  const detail = `${path} has ${length} bytes, and a socket takes ${SOCKET_PATH_MAX_BYTES}`;
  const [other] = socketPaths(home, env);
  if (other)
    return warn(name, `${detail}; it will be ${other}`, "Nothing must be done; a shorter BELLHOP_HOME is simpler.");
  return fail(name, detail, "Set BELLHOP_HOME, or XDG_RUNTIME_DIR, to a shorter path.");
}

function diskCheck(home: string): Check {
  const name = "free disk";
  const { bavail, bsize } = statfsSync(nearestDirectory(home));
  const free = bavail * bsize;
  const advice = "Make room, forget old processes (bellhop rm --finished), or move BELLHOP_HOME.";
  if (free < LOG_MAX_BYTES) return fail(name, `${bytes(free)}: less than one log may need`, advice);
  if (free < LOW_DISK_BYTES) return warn(name, `${bytes(free)}: a few long logs fill it`, advice);
  return ok(name, bytes(free));
}

/** The path, or the nearest one above it that is there. */
export function nearestDirectory(path: string): string {
  return existsSync(path) || path === dirname(path) ? path : nearestDirectory(dirname(path));
}
