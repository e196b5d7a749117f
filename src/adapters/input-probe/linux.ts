import { statSync } from "node:fs";

import type { ForegroundProcess } from "../../core/notify/input-class.ts";
import type { Identity } from "../../core/record.ts";
import type { InputProbe, JobTerminal } from "../../ports/input-probe.ts";
import { descend } from "./descend.ts";
import { readModes } from "./modes.ts";
import { readSeat, type Seat } from "./seat.ts";
import { terminalWait } from "./terminal-wait.ts";

/**
 * The probe of this host, from `/proc`. An ordinary user may ask for all that runs as the same user, with two exceptions,
 * where `unknown` is the answer: a program that runs as root (`sudo`), and, where `kernel.yama.ptrace_scope` is 1 or more,
 * a process that is not our descendant, which is what a job becomes when the program that started it was replaced.
 */
export function linuxInputProbe(): InputProbe {
  return { terminals, modes: readModes };
}

function terminals(job: Identity): readonly JobTerminal[] {
  const root = readSeat(job.pid);
  if (root === null || (job.startTicks !== null && root.startTicks !== job.startTicks)) return [];
  const byDevice = new Map<number, Seat[]>();
  for (const seat of descend(root)) {
    if (seat.terminal !== 0) byDevice.set(seat.terminal, [...(byDevice.get(seat.terminal) ?? []), seat]);
  }
  return [...byDevice].flatMap(([terminal, seats]) => {
    const device = deviceOf(terminal);
    return device === null ? [] : [{ device, foreground: foreground(seats) }];
  });
}

function foreground(seats: readonly Seat[]): readonly ForegroundProcess[] {
  return seats
    .filter((seat) => seat.group === seat.foregroundGroup && seat.state !== "Z" && seat.state !== "X")
    .map((seat) => ({ key: `${seat.pid}.${seat.startTicks}`, ...terminalWait(seat) }));
}

const FIRST_PTS_MAJOR = 136;

/** The path of a pseudo-terminal with this device number; null for any other, and when it is gone. */
function deviceOf(terminal: number): string | null {
  const major = (terminal >> 8) & 0xfff;
  const minor = (terminal & 0xff) | ((terminal >>> 12) & 0xfff00);
  if (major !== FIRST_PTS_MAJOR) return null;
  const path = `/dev/pts/${minor}`;
  return statSync(path, { throwIfNoEntry: false })?.rdev === terminal ? path : null;
}
