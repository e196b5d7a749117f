import { readFileSync } from "node:fs";

import type { ForegroundProcess, TerminalWait } from "../../core/notify/input-class.ts";
import { awaitedDescriptors } from "./awaited.ts";
import { threadsOf } from "./descend.ts";
import { isRelay, isTerminal } from "./descriptors.ts";
import { readOrNull, type Seat } from "./seat.ts";

type Wait = Pick<ForegroundProcess, "wait" | "besideInput">;

const ELSEWHERE: Wait = { wait: "elsewhere", besideInput: false };
const UNKNOWN: Wait = { wait: "unknown", besideInput: false };

/** What a process waits for, over all its threads: one that reads the terminal is enough, one that works is too much. */
export function terminalWait(seat: Seat): Wait {
  if (seat.state !== "S") return ELSEWHERE; // It works, waits for a disk, or was stopped.
  const waits: Wait[] = [];
  for (const thread of threadsOf(seat.pid)) {
    const directory = `/proc/${seat.pid}/task/${thread}`;
    const call = readCall(`${directory}/syscall`);
    if (call === "running") return ELSEWHERE;
    if (call === null) waits.push(seemsToWait(directory) ? UNKNOWN : ELSEWHERE);
    else waits.push(waitOf(seat, call));
  }
  const first = (wait: TerminalWait): Wait | undefined => waits.find((one) => one.wait === wait);
  return first("read") ?? first("select") ?? first("unknown") ?? ELSEWHERE;
}

function waitOf(seat: Seat, call: string): Wait {
  const descriptors = awaitedDescriptors(seat.pid, call);
  const own = descriptors.find((descriptor) => isTerminal(seat, descriptor));
  if (own === undefined) return ELSEWHERE;
  const others = descriptors.filter((descriptor) => !isTerminal(seat, descriptor));
  if (others.some((descriptor) => isRelay(seat.pid, descriptor))) return ELSEWHERE;
  return { wait: others.length === 0 ? "read" : "select", besideInput: own !== 0 };
}

/** The system call that a thread is in, with its arguments; `running`; null when we may not ask. A thread that has ended is in none. */
function readCall(path: string): string | null {
  try {
    return readFileSync(path, "latin1").trim();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return code === "EACCES" || code === "EPERM" ? null : "-1";
  }
}

/** Where the call may not be asked for, the place in the kernel may be; it is `0` where that may not be asked for either. */
function seemsToWait(directory: string): boolean {
  const place = readOrNull(`${directory}/wchan`) ?? "";
  return place === "" || place === "0" || READING_PLACES.test(place);
}

/** Names of functions of the kernel in which a read of a terminal, a poll and an epoll wait. */
const READING_PLACES =
  /^(?:wait_woken|n_tty_read|poll_schedule_timeout|do_select|do_sys_poll|do_poll|do_epoll_wait|ep_poll)/;
