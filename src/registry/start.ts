import { resolve } from "node:path";

import { callerContext } from "../base/caller.ts";
import { BellhopError, messageOf } from "../core/errors.ts";
import type { CallerContext, StartOptions } from "../core/contract.ts";
import { jobEnvironment } from "../core/environment-policy.ts";
import { sessionVariables } from "../core/environment-session.ts";
import { LOG_MAX_BYTES } from "../core/limits.ts";
import type { ProcessRecord, ProcessSpec } from "../core/record.ts";
import { terminalEnvironment } from "../core/terminal/environment.ts";
import type { StartedProcess } from "../core/results.ts";
import { isWslLauncher, WSL_NOTE } from "../core/wsl.ts";
import { backgroundTail } from "../core/shell/background.ts";
import type { Launched } from "../ports/launcher.ts";
import type { Context, Tracked } from "./context.ts";
import { attend } from "./attend.ts";
import { alreadyRunning, duplicateNote } from "./duplicates.ts";
import { isNamed } from "./find.ts";
import { launchConfined } from "./confine.ts";
import { limitFields } from "./limit-options.ts";
import { noticeFields, storedFacts } from "./notice-fields.ts";
import { hasEnded, observe } from "./observe.ts";
import { checkStartOptions } from "./options.ts";
import { environmentField, pidOf, placeOf } from "./place.ts";
import { listen } from "./settle.ts";
import { environmentOf, launchElsewhere, notesElsewhere, specElsewhere } from "./start-elsewhere.ts";
import { redacted, statusOf, terminalFields, terminalNotes, timeOf } from "./tell.ts";
import { whileStarting } from "./starting.ts";
import { wantedSize } from "./terminal-size.ts";

/**
 * Starts a command. The record is on the disk before the shim runs, and the shim claims it before the command runs:
 * wherever this is interrupted, there is a record and a process, or neither.
 */
export async function start(context: Context, options: StartOptions): Promise<StartedProcess> {
  checkStartOptions(options, (hostname) => context.ports.sockets.isThisHost(hostname));
  const environment = environmentOf(context, options);
  checkRoom(context, options.name ?? "");
  const { record, spec, notes: before } = beginning(context, options, environment);
  const same = alreadyRunning(context, record, spec);
  const started = await startSpec(context, { record, spec });
  const notes = [
    ...before,
    ...(started.note === undefined ? [] : [started.note]),
    ...(isWslLauncher(spec.command) ? [WSL_NOTE] : []),
    ...terminalNotes(record),
    ...(same.length > 0 ? [await duplicateNote(context, same)] : []),
  ];
  return {
    ...started,
    ...(same.length > 0 ? { alreadyRunning: same.map((one) => one.record.id) } : {}),
    ...ignoredFields(options),
    ...(notes.length > 0 ? { note: notes.join(" ") } : {}),
  };
}

/** What is to be started, and what must be said about it already. */
function beginning(
  context: Context,
  options: StartOptions,
  environment: string | null,
): Beginning & { readonly notes: readonly string[] } {
  const caller = options.caller ?? callerContext();
  if (environment === null) {
    const spec = specOf(context, options, caller);
    const wanted = absolute(options.cwd, caller.cwd);
    const sentence = `The directory ${wanted} cannot be entered; the command runs in ${spec.cwd}.`;
    return { spec, record: recordOf(context, options, spec), notes: spec.cwd === wanted ? [] : [sentence] };
  }
  const { cwd: _, ...others } = options;
  const spec = specElsewhere(context, options, specOf(context, others, caller));
  const record = { ...recordOf(context, options, spec), limits: {}, elsewhere: { environment, pid: null } };
  return { spec, record, notes: notesElsewhere(options, environment) };
}

/** Both would tell the same ending (original). */
export function ignoredFields({
  notifyOnComplete,
  watchPatterns = [],
}: StartOptions): Pick<StartedProcess, "watchPatternsIgnored"> {
  if (notifyOnComplete !== true || watchPatterns.length === 0) return {};
  return {
    watchPatternsIgnored:
      "watch_patterns are not watched for, because notify_on_complete is set as well, and both would give duplicate notifications of the same ending. Its ending is told. Set notify_on_complete to false to be told of lines instead.",
  };
}

/** A path is meant from where the caller stands. */
function absolute(cwd: string | undefined, callerCwd: string): string {
  return resolve(callerCwd, cwd ?? "");
}

/** A record and what it is made from. */
interface Beginning {
  readonly record: ProcessRecord;
  readonly spec: ProcessSpec;
  /** Called before anything runs, when the directory is there. */
  readonly prepare?: () => void;
}

/** The part that a restart shares. */
export async function startSpec(context: Context, beginning: Beginning): Promise<StartedProcess> {
  const { record, spec } = beginning;
  const tracked = create(context, record, spec);
  const notes = await whileStarting(tracked, async () => {
    const begun = await launch(context, tracked, beginning);
    begun.begin();
    return begun.notes;
  });
  return {
    ...describe(tracked, spec),
    ...environmentField(context, record),
    ...(notes.length > 0 ? { note: notes.join(" ") } : {}),
  };
}

/** A command that runs, here or elsewhere. */
export interface Begun {
  /** What must be said about it. */
  readonly notes: readonly string[];
  readonly begin: () => void;
}

/** All or nothing. */
async function launch(context: Context, tracked: Tracked, { record, spec, prepare }: Beginning): Promise<Begun> {
  const { store } = context.ports;
  const place = placeOf(context, tracked);
  const wanted = { ...spec, command: backgroundTail(spec.command) };
  try {
    prepare?.();
    if (place !== null) return await launchElsewhere(context, tracked, { place, spec: wanted });
    const { launched, notes } = await launchConfined(context, tracked, wanted);
    return { notes, begin: () => began(context, tracked, launched) };
  } catch (error) {
    context.tracked.delete(record.id);
    store.remove(record.id);
    throw startError(context, error, spec);
  }
}

/** What a shell says may repeat the command. Masked also where redaction is off (original). */
function startError(context: Context, error: unknown, spec: ProcessSpec): BellhopError {
  const isOurs = error instanceof BellhopError;
  const why = redacted(context, messageOf(error), storedFacts(spec));
  return new BellhopError(
    isOurs ? error.code : "start_failed",
    isOurs ? why : `The command could not be started: ${why}. Nothing is left running.`,
    { cause: error },
  );
}

/** Also what recovery calls for a start that was interrupted after the shim had claimed it. */
export function began(context: Context, tracked: Tracked, { shim, job }: Launched): void {
  const { confinement } = tracked.record;
  const located = confinement && context.ports.isolation.locate(confinement, shim.pid);
  tracked.record = { ...tracked.record, shim, job, confinement: located };
  observe(context, tracked, { type: "started" });
  if (!hasEnded(tracked)) listen(context, tracked);
  attend(context, tracked);
}

export function create(context: Context, record: ProcessRecord, spec: ProcessSpec): Tracked {
  const { store, openLog } = context.ports;
  try {
    store.create(record, spec);
  } catch (error) {
    throw new BellhopError(
      "start_failed",
      `The command was not started, because its record could not be written: ${messageOf(error)}. Free some space in ${context.home}, or check its permissions.`,
      { cause: error },
    );
  }
  const tracked = track(record, openLog(store.directory(record.id)), true);
  context.tracked.set(record.id, tracked);
  return tracked;
}

export function track(record: ProcessRecord, log: Tracked["log"], isNew = false): Tracked {
  return {
    record,
    log,
    isNew,
    unwatch: () => undefined,
    unfollow: () => undefined,
    trouble: null,
    isGone: false,
    starting: null,
    stopping: null,
    settling: null,
    copierPid: null,
    attending: new AbortController(),
    lastWords: [],
    peakMemoryBytes: 0,
    quiet: null,
    owesReceipt: false,
    family: [],
    secrets: [],
    viewers: 0,
    leftovers: [],
  };
}

export function checkRoom(context: Context, name: string): void {
  const running = [...context.tracked.values()].filter((one) => !hasEnded(one));
  const same = name === "" ? undefined : running.find((one) => isNamed(context, one, name));
  if (same !== undefined) {
    throw new BellhopError(
      "invalid_argument",
      `A process named "${same.record.name}" is running already: ${same.record.id}. Use that one, end it first, or choose another name.`,
    );
  }
  if (running.length >= context.settings.runningMax) {
    throw new BellhopError(
      "too_many_processes",
      `${running.length} processes are running in ${context.home}, which is the most it may have. End some (\`bellhop ps\`, \`bellhop kill\`), and start it again.`,
    );
  }
}

export function specOf(context: Context, options: StartOptions, caller: CallerContext): ProcessSpec {
  const wanted = wantedSize(options.pty);
  const pty = wanted !== null && context.ports.launcher.holdsTerminals() ? wanted : null;
  const env = jobEnvironment(caller.env, options.env, {
    ...context.settings.environmentPolicy,
    passthrough: context.settings.environmentPassthrough,
    session: sessionVariables(options),
  });
  return {
    command: options.command,
    cwd: context.ports.usableDirectory(absolute(options.cwd, caller.cwd)),
    env: pty === null ? env : terminalEnvironment(env, options.env ?? {}),
    shell: options.shell ?? "login",
    stdin: pty === null && wanted !== null ? "pipe" : (options.stdin ?? "null"),
    pty,
    umask: caller.umask,
    logMaxBytes: options.logMaxBytes ?? LOG_MAX_BYTES,
    watchPatterns: options.notifyOnComplete === true ? [] : (options.watchPatterns ?? []),
    ready: options.ready ?? null,
    onExit: options.onExit ?? "",
    notifyUrl: options.notifyUrl ?? "",
    notifySecret: options.notifySecret ?? "",
  };
}

export function recordOf(context: Context, options: StartOptions, spec: ProcessSpec): ProcessRecord {
  const { taskId = "", sessionKey = "", parentSessionId = "" } = options;
  const facts = storedFacts(spec);
  return {
    version: 1,
    id: context.ports.newId(),
    name: redacted(context, options.name ?? "", facts),
    command: redacted(context, spec.command, facts),
    cwd: spec.cwd,
    shell: spec.shell,
    stdin: spec.stdin,
    pty: spec.pty,
    terminalMissing: wantedSize(options.pty) !== null && spec.pty === null,
    startedAtMs: context.ports.clock.wall(),
    state: { phase: "starting" },
    shim: null,
    job: null,
    taskId,
    ownerTaskId: options.ownerTaskId || taskId,
    sessionKey,
    parentSessionId,
    notifyOnComplete: options.notifyOnComplete ?? false,
    completionOutputChars: options.completionOutputChars ?? 0,
    persistOnRelease: options.persistOnRelease ?? false,
    logMaxBytes: spec.logMaxBytes,
    ...limitFields(options),
    ...noticeFields(context, options, spec),
    handoffNote: "",
    pollObserved: false,
    consumed: false,
  };
}

export function describe({ record }: Tracked, spec: ProcessSpec): StartedProcess {
  const { watchPatterns } = record;
  return {
    id: record.id,
    sessionId: record.id,
    status: statusOf(record),
    name: record.name,
    command: record.command,
    cwd: spec.cwd,
    pid: pidOf(record),
    notifyOnComplete: record.notifyOnComplete,
    startedAt: timeOf(record.startedAtMs),
    ...(watchPatterns.length > 0 ? { watchPatterns } : {}),
    ...terminalFields(record),
    ...(record.heartbeatSeconds > 0 ? { heartbeatSeconds: record.heartbeatSeconds } : {}),
  };
}
