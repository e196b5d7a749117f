import { type ChildProcess, spawn, type StdioOptions } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import type { Socket } from "node:net";

import { BellhopError, messageOf } from "../../core/errors.ts";
import { START_DEADLINE_MS } from "../../core/limits.ts";
import { MARK_VARIABLE } from "../../core/mark.ts";
import type { Ending } from "../../core/state.ts";
import type { Adopted, Adoption, Launched } from "../../ports/launcher.ts";
import { endingOf, writeReceipt } from "./adopter.ts";
import { type ChildDescriptors, type TakenStreams, takeStreams } from "./child-streams.ts";
import { writeFirstOutput } from "./first-output.ts";
import { watchForJob } from "./job-watch.ts";
import { readPid } from "./pids.ts";
import { readReceipt } from "./receipt.ts";
import { copierWords, forget, preparePipe, SHIM, type ShimGround } from "./shim-ground.ts";

/** Where an adoption leaves its files, and whose they are. */
interface Place {
  readonly id: string;
  readonly directory: string;
}

/**
 * Puts a shim between a running child and this program: it gets the child's ends of the streams, so the child notices nothing,
 * neither now nor when this program dies. The streams are taken before this returns to its caller. On failure everything is
 * as it was.
 */
export async function adoptChild(ground: ShimGround, place: Place, adoption: Adoption): Promise<Adopted> {
  const ending = endingOf(adoption.child);
  const taken = takeStreams(adoption.child, adoption.stdin);
  try {
    const shim = await handOver(ground, place, { adoption, taken });
    taken.letGo();
    const told = tellEnding(place, ending.seen, adopterEnd(shim));
    return { shim: identityOf(ground, shim), job: adoption.job, told };
  } catch (error) {
    ending.stop();
    taken.giveBack();
    throw error;
  }
}

/** For as long as this program lives. The shim waits for the end of `adopter`. */
async function tellEnding({ directory }: Place, ending: Promise<Ending>, adopter: Socket | null): Promise<void> {
  writeReceipt(directory, await ending);
  adopter?.destroy();
}

function identityOf({ table }: ShimGround, { pid = 0 }: ChildProcess): Launched["shim"] {
  return table.identify(pid) ?? { bootId: table.bootId, pid, startTicks: null };
}

interface HandOver {
  readonly adoption: Adoption;
  readonly taken: TakenStreams;
}

/** Resolves when the shim has everything, and the child's output is its business. */
async function handOver(ground: ShimGround, place: Place, { adoption, taken }: HandOver): Promise<ChildProcess> {
  const { directory } = place;
  const { outputSoFar, logMaxBytes, stdin, job, child } = adoption;
  writeFirstOutput(directory, Buffer.concat([outputSoFar, taken.unread]), logMaxBytes);
  preparePipe(ground, directory);
  const words = ["adopt", ...copierWords(ground, directory, logMaxBytes), stdin, String(child.pid)];
  const jobSeen = watchForJob(directory);
  try {
    // A start time that no process has, when it has ended: the shim must not wait for another one with its pid.
    const shim = spawnShim(ground, [...words, String(job?.startTicks ?? 0)], { ...place, ...taken.descriptors });
    let trouble: unknown = null;
    shim.once("error", (error) => {
      trouble = error;
      jobSeen.ended();
    });
    shim.once("exit", jobSeen.ended);
    await ground.clock.sleep(START_DEADLINE_MS, jobSeen.signal);
    if (readPid(`${directory}/job`) === null) throw refusal(ground, place, trouble);
    forget(shim);
    return shim;
  } finally {
    jobSeen.stop();
  }
}

/** The descriptor of the shim that ends with this program. */
const ADOPTER = 6;

/** Our end of it; absent when the shim could not be started. */
function adopterEnd(shim: ChildProcess): Socket | null {
  const streams: readonly unknown[] = shim.stdio ?? [];
  return (streams[ADOPTER] as Socket | undefined) ?? null;
}

/** In one call of the kernel's: what is read later is read by the shim. */
function spawnShim(ground: ShimGround, words: readonly string[], child: Place & ChildDescriptors): ChildProcess {
  const [program = "", ...first] = ground.shimShell ?? ["/bin/sh"];
  const nothing = openSync("/dev/null", "r+");
  try {
    const streams = [child.stdout, child.stderr, child.stdin].map((descriptor) => descriptor ?? nothing);
    const stdio: StdioOptions = ["ignore", "ignore", "ignore", ...streams, "pipe"];
    const env = { ...process.env, [MARK_VARIABLE]: child.id };
    const shim = spawn(program, [...first, SHIM, ...words], { cwd: "/", env, stdio, detached: true });
    shim.unref();
    adopterEnd(shim)
      ?.unref()
      .on("error", () => undefined);
    return shim;
  } finally {
    closeSync(nothing);
  }
}

/** Why it did not work; what was started for it is ended. */
function refusal({ table }: ShimGround, { id, directory }: Place, trouble: unknown): BellhopError {
  for (const entry of table.tree({ root: null, mark: id, shimPid: -1 })) table.signal(entry, "SIGKILL");
  const receipt = readReceipt(directory);
  const why =
    trouble === null ? (receipt.kind === "failed" && receipt.message) || "its shim did not begin" : messageOf(trouble);
  return new BellhopError(
    "start_failed",
    `The child was not adopted: ${why}. It runs on as before, and its streams are yours again; run \`bellhop doctor\`.`,
  );
}
