import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { BellhopError, messageOf, systemCode } from "../../core/errors.ts";
import { MARK_VARIABLE } from "../../core/mark.ts";
import { START_DEADLINE_MS } from "../../core/limits.ts";
import type { ProcessSpec, TerminalSize } from "../../core/record.ts";
import type { Launched, Launcher, Wrap } from "../../ports/launcher.ts";
import type { ProcessEntry } from "../../ports/process-table.ts";
import { adoptChild } from "./adopt-child.ts";
import { findShell, shellArguments } from "./command-line.ts";
import { watchForJob } from "./job-watch.ts";
import { type LoginEnvironments, loginEnvironments } from "./login-environment.ts";
import { claimedPids, readPid, readPids } from "./pids.ts";
import { type OpenTerminal, openTerminal } from "./native-terminal.ts";
import { findProgram } from "./programs.ts";
import { claimPid, FORBIDDEN, isForbidden, readReceipt } from "./receipt.ts";
import { copierWords, forget, preparePipe, SHIM, type ShimGround, type ShimLauncherOptions } from "./shim-ground.ts";
import { closeInput, wasTypedSinceOutput, writeInput } from "./stdin.ts";
import { asLine, hasScript, opensTerminals, resizeTerminal, terminalDevice, terminalWords } from "./terminal.ts";
import { typingRoomBytes } from "./typed-ahead.ts";
import { watchMarker } from "./watch-marker.ts";

/** How often a process that lives is asked for its mark, a millisecond apart. */
const PROOF_ATTEMPTS_MAX = 10;
const UNWRAPPED: Wrap = { wrapShim: [], wrapJob: [] };

/** Starts commands on this host through the shim (`shim.sh` says what it leaves behind). */
export function shimLauncher(options: ShimLauncherOptions): Launcher {
  const logins = loginEnvironments(options.clock);
  const pipesOf = (directory: string): string =>
    options.pipesRoot === null ? directory : join(options.pipesRoot, directory.slice(directory.lastIndexOf("/") + 1));
  return {
    launch: (id, directory, spec) =>
      launch({ ...options, logins, pipesOf }, { id, directory, spec, wrap: spec.wrap ?? UNWRAPPED }),
    adopt: (id, directory, adoption) => adoptChild({ ...options, pipesOf }, { id, directory }, adoption),
    receipt: readReceipt,
    claimed: (id, directory) => claimedPids(options.table, id, directory),
    forbid,
    watch: watchMarker,
    copier: (directory) => (existsSync(join(directory, "drained")) ? null : readPid(join(directory, "copier"))),
    repairCopier: (directory, logMaxBytes) => repairCopier({ ...options, logins, pipesOf }, directory, logMaxBytes),
    resize: resizeTerminal,
    holdsTerminals: () => hasScript(options) || opensTerminals(options),
    terminal: terminalDevice,
    wasTypedSinceOutput: (directory) => wasTypedSinceOutput(directory, join(pipesOf(directory), "in")),
    write: (directory, bytes) => writeInput(join(pipesOf(directory), "in"), bytes, typingRoomBytes(directory)),
    closeStdin: (directory) => closeInput(directory, options.table),
  };
}

interface Context extends ShimGround {
  readonly logins: LoginEnvironments;
}

interface Start {
  readonly id: string;
  readonly directory: string;
  readonly spec: ProcessSpec;
  readonly wrap: Wrap;
}

async function launch(context: Context, start: Start): Promise<Launched> {
  const { directory, spec } = start;
  const shell = findShell(spec.env);
  const cached = spec.shell === "cached" ? await context.logins.apply(shell, spec.env) : null;
  const mode = spec.shell === "cached" && cached === null ? "login" : spec.shell;
  const env = { ...(cached ?? spec.env), [MARK_VARIABLE]: start.id };
  preparePipe(context, directory);
  const argv = [...start.wrap.wrapJob, ...shellArguments(shell, mode, spec.command)];
  const jobSeen = watchForJob(directory);
  try {
    const shim = await spawnJob(context, start, { env, argv });
    shim.once("exit", jobSeen.ended);
    await context.clock.sleep(START_DEADLINE_MS, jobSeen.signal);
    forget(shim);
    return await launched(context, start, shim.pid ?? 0);
  } finally {
    jobSeen.stop();
  }
}

interface Job {
  readonly env: Record<string, string>;
  readonly argv: readonly string[];
}

/** Resolves when the shim runs. A terminal that was made for it is its own by then. */
function spawnJob(context: Context, { directory, spec, wrap }: Start, { env, argv }: Job): Promise<ChildProcess> {
  const umask = spec.umask.toString(8).padStart(3, "0");
  const copier = copierWords(context, directory, spec.logMaxBytes);
  const terminal = spec.pty === null || hasScript(context) ? null : terminalOf(spec.pty);
  const inTerminal = spec.pty && terminalWords({ shim: SHIM, directory, umask, size: spec.pty, env, argv });
  const words = [
    "run",
    ...copier,
    inTerminal === null ? spec.stdin : terminal === null ? "tty" : "held",
    umask,
    env["PATH"] ?? "",
    context.substitutes ? "" : (findProgram("setsid") ?? ""),
    ...(inTerminal === null ? argv : terminal === null ? [asLine(inTerminal)] : [terminal.device, ...inTerminal]),
  ];
  // Until this call returns nothing else can be started, which would inherit the terminal.
  const spawned = spawnShim(context, words, { cwd: spec.cwd, env, wrapShim: wrap.wrapShim, terminal });
  terminal?.letGo();
  return spawned;
}

function terminalOf(size: TerminalSize): OpenTerminal {
  try {
    return openTerminal(size);
  } catch (error) {
    throw new BellhopError(
      "start_failed",
      `The system gave no terminal: ${messageOf(error)}. End some processes that have one, or raise kernel.pty.max, and start it again.`,
      { cause: error },
    );
  }
}

interface Place {
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly wrapShim: readonly string[];
  readonly terminal: OpenTerminal | null;
}

/** Resolves when the shim runs. */
function spawnShim(context: Context, words: readonly string[], place: Place): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const [program = "", ...first] = [...place.wrapShim, ...(context.shimShell ?? ["/bin/sh"])];
    const { cwd, env } = place;
    const refuse = (error: unknown): void => reject(startError(error, cwd));
    const stdio = place.terminal?.streams ?? "ignore";
    try {
      const child = spawn(program, [...first, SHIM, ...words], { cwd, env, stdio, detached: true });
      child.unref();
      child.once("error", refuse).once("spawn", () => resolve(child));
    } catch (error) {
      refuse(error); // Node throws what the kernel refuses at once: arguments that are too long, a NUL byte.
    }
  });
}

function startError(error: unknown, cwd: string): BellhopError {
  const code = systemCode(error);
  const sentence =
    code === "E2BIG"
      ? "The command and its environment are longer than the kernel takes (execve(2)). Put the command into a file, or pass fewer variables."
      : code === "EAGAIN"
        ? "The system has no room for another process (EAGAIN). End some processes, or raise the limit (ulimit -u), and start it again."
        : code === "EMFILE" || code === "ENFILE"
          ? `No file descriptor is left (${code}). Raise the limit (ulimit -n) and start it again.`
          : `The command could not be started in ${cwd}: ${messageOf(error)}. Check the directory and the system's limits.`;
  return new BellhopError("start_failed", sentence, { cause: error });
}

/** What the start came to. A shim that did nothing in all that time is ended: a start leaves a process or none. */
async function launched(context: Context, { id, directory }: Start, shimPid: number): Promise<Launched> {
  const receipt = readReceipt(directory);
  if (receipt.kind === "failed") {
    throw new BellhopError(
      "start_failed",
      `The command could not be started: ${receipt.message || "the shim gave no reason"}. Nothing is left running; run \`bellhop doctor\`.`,
    );
  }
  const { shim, job } = await provedPids(context, id, directory);
  if (job === null && receipt.kind !== "ended") {
    for (const entry of context.table.tree({ root: null, mark: id, shimPid: -1 }))
      context.table.signal(entry, "SIGKILL");
    throw new BellhopError(
      "start_failed",
      `The command has no pid (its shim ended early, or took longer than ${START_DEADLINE_MS / 1000} s); what was started is killed. Run \`bellhop doctor\`, or try again if the machine is overloaded.`,
    );
  }
  return { shim: shim ?? { bootId: context.table.bootId, pid: shimPid, startTicks: null }, job };
}

/** While a process becomes another program its environment cannot be read for a moment; then it is asked again. */
async function provedPids(context: Context, id: string, directory: string): Promise<ReturnType<typeof claimedPids>> {
  for (let attempt = 0; ; attempt++) {
    const pids = claimedPids(context.table, id, directory);
    const unproved = [pids.shim, pids.job].some((one) => one?.startTicks === null && context.table.exists(one.pid));
    if (!unproved || attempt === PROOF_ATTEMPTS_MAX) return pids;
    await context.clock.sleep(1);
  }
}

/** Makes the claim of the shim ourselves, if it is still free. True also when an earlier recovery made it. */
function forbid(directory: string): boolean {
  const claim = join(directory, "running");
  try {
    writeFileSync(claim, FORBIDDEN, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return isForbidden(directory);
    throw error;
  }
}

/**
 * A copier that was killed leaves the command writing into a pipe that nobody empties. The program that it had started to
 * read may still be at work: then it is left alone, since two readers would mix up the order, and looked at again later.
 */
function repairCopier(context: Context, directory: string, logMaxBytes: number): boolean {
  const shim = claimPid(directory);
  const others = [shim, readPid(join(directory, "keeper")), ...readPids(join(directory, "movers"))];
  const isReader = ({ pid, parentPid }: ProcessEntry): boolean => !others.includes(pid) && parentPid !== shim;
  if (context.table.helpers(shim ?? -1).some(isReader)) return false;
  const [shell = "/bin/sh", ...first] = context.shimShell ?? [];
  const child = spawn(shell, [...first, SHIM, "copy", ...copierWords(context, directory, logMaxBytes)], {
    stdio: "ignore",
    detached: true,
    cwd: "/",
  });
  child.once("error", () => undefined).unref();
  return true;
}

/** Removes what lies outside the directory of the process. */
export function removePipes(pipesRoot: string | null, id: string): void {
  if (pipesRoot !== null) rmSync(join(pipesRoot, id), { recursive: true, force: true });
}
