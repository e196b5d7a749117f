import type { ChildProcess } from "node:child_process";

import { callerContext } from "../base/caller.ts";
import type { AdoptOptions } from "../core/adoption.ts";
import type { StartOptions } from "../core/contract.ts";
import { BellhopError, invalidArgument, messageOf } from "../core/errors.ts";
import { initialProgress, type NoticeProgress } from "../core/notify/progress.ts";
import type { ProcessRecord, StdinMode } from "../core/record.ts";
import type { StartedProcess } from "../core/results.ts";
import type { Adopted } from "../ports/launcher.ts";
import type { Context, Tracked } from "./context.ts";
import { checkStartOptions } from "./options.ts";
import { began, checkRoom, create, describe, ignoredFields, recordOf, specOf } from "./start.ts";
import { whileStarting } from "./starting.ts";
import { redacted } from "./tell.ts";
import { rememberTree } from "./tree.ts";

/** What became of the children of this program that were adopted, whichever registry did it. */
const ADOPTED = new WeakMap<ChildProcess, string>();

/**
 * Makes a running child of this program a process of the registry. Everything up to the point where its streams are taken
 * happens in the turn of the call: what it printed before has gone to the caller's listeners, or goes into the log.
 */
export async function adopt(context: Context, child: ChildProcess, options: AdoptOptions): Promise<StartedProcess> {
  const pid = checkChild(child);
  const { outputSoFar: before, ...others } = options;
  const outputSoFar = bytesOf(before);
  const input = inputOf(child);
  const asked: StartOptions = { ...others, shell: "plain", stdin: input.mode };
  checkStartOptions(asked, (hostname) => context.ports.sockets.isThisHost(hostname));
  checkRoom(context, options.name ?? "");
  const spec = specOf(context, asked, callerContext());
  const record: ProcessRecord = {
    ...recordOf(context, asked, spec),
    cwd: options.cwd,
    job: hasExited(child) ? null : context.ports.table.identify(pid),
    adopted: true,
    notices: progressBehind(outputSoFar),
  };
  const tracked = create(context, record, spec);
  await whileStarting(tracked, async () => {
    const { told, ...launched } = await handOver(context, tracked, { child, outputSoFar });
    tracked.owesReceipt = true;
    void told.then(() => (tracked.owesReceipt = false));
    began(context, tracked, launched);
    rememberTree(context, tracked);
  });
  const notes = [...outputNotes(child), ...input.notes];
  return {
    ...describe(tracked, spec),
    ...ignoredFields(asked),
    ...(notes.length > 0 ? { note: notes.join(" ") } : {}),
  };
}

function checkChild(child: ChildProcess): number {
  const { pid, stdout, stderr } = child;
  const expected = "a child of this program, as node:child_process gives it,";
  if (stdout === undefined || stderr === undefined) throw invalidArgument("child", expected, typeof child);
  if (pid === undefined) throw invalidArgument("child", `${expected} that could be started`, "one without a pid");
  const id = ADOPTED.get(child);
  if (id !== undefined) throw invalidArgument("child", "one that was not adopted before", `pid ${pid}, which is ${id}`);
  return pid;
}

function bytesOf(output: unknown): Uint8Array {
  if (output === undefined) return new Uint8Array();
  if (typeof output === "string") return Buffer.from(output);
  if (output instanceof Uint8Array) return output;
  throw invalidArgument("outputSoFar", "a text or bytes", output);
}

function hasExited({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

interface Input {
  readonly mode: StdinMode;
  readonly notes: readonly string[];
}

/** What this program has written and the child has not read yet cannot change hands. */
function inputOf({ stdin, pid = 0 }: ChildProcess): Input {
  if (stdin === null || stdin.destroyed || stdin.writableEnded) return { mode: "null", notes: [] };
  const { writableLength } = stdin;
  if (writableLength === 0) return { mode: "pipe", notes: [] };
  const note = `Process ${pid} has not read ${writableLength} bytes of its input yet, so that stays with this program; it cannot be written to here.`;
  return { mode: "null", notes: [note] };
}

function outputNotes({ stdout, stderr }: ChildProcess): readonly string[] {
  const missing = [...(stdout === null ? ["stdout"] : []), ...(stderr === null ? ["stderr"] : [])];
  if (missing.length === 0) return [];
  return [`Its ${missing.join(" and ")} cannot be taken over, being no pipe: what it prints there is not in the log.`];
}

/** What the caller has been given is no news; a line that it has not seen the end of is. */
function progressBehind(outputSoFar: Uint8Array): NoticeProgress {
  const cursor = outputSoFar.lastIndexOf(0x0a) + 1;
  const progress = initialProgress(false);
  return { ...progress, watch: { ...progress.watch, cursor }, heartbeat: { ...progress.heartbeat, cursor } };
}

interface HandedOver {
  readonly child: ChildProcess;
  readonly outputSoFar: Uint8Array;
}

/** All or nothing. */
async function handOver(context: Context, { record }: Tracked, { child, outputSoFar }: HandedOver): Promise<Adopted> {
  const { launcher, store } = context.ports;
  const { id, job, stdin, logMaxBytes } = record;
  ADOPTED.set(child, id);
  try {
    return await launcher.adopt(id, store.directory(id), { child, job, stdin, outputSoFar, logMaxBytes });
  } catch (error) {
    ADOPTED.delete(child);
    context.tracked.delete(id);
    store.remove(id);
    throw error instanceof BellhopError
      ? error
      : new BellhopError(
          "start_failed",
          `The child was not adopted: ${redacted(context, messageOf(error), { force: true })}. It runs on as before.`,
          {
            cause: error,
          },
        );
  }
}
