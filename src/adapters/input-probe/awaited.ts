import { closeSync, openSync, readSync } from "node:fs";

import { AWAITED_DESCRIPTORS_MAX } from "../../core/limits.ts";
import { readOrNull } from "./seat.ts";

/** How a system call names what it waits for. */
type Kind = "read" | "poll" | "select" | "epoll";

/** Numbers of the calls that wait for input, syscalls(2). On other machines nothing is known, so nothing is told. */
const CALLS: Readonly<Record<string, ReadonlyMap<number, Kind>>> = {
  x64: new Map([
    [0, "read"],
    [19, "read"],
    [7, "poll"],
    [271, "poll"],
    [23, "select"],
    [270, "select"],
    [232, "epoll"],
    [281, "epoll"],
    [441, "epoll"],
  ]),
  arm64: new Map([
    [63, "read"],
    [65, "read"],
    [73, "poll"],
    [72, "select"],
    [22, "epoll"],
    [441, "epoll"],
  ]),
};

/**
 * The descriptors from which the call waits for input; empty when it waits for something else. `call` is the text of
 * `/proc/PID/syscall`: the number, then the arguments in hexadecimal. What a poll or a select waits for stands in the memory
 * of the process, and may be read by whoever may read the call.
 */
export function awaitedDescriptors(pid: number, call: string): readonly number[] {
  const [number = -1, first = 0, second = 0] = call.split(" ", 3).map(Number);
  switch (CALLS[process.arch]?.get(number)) {
    case "read":
      return [first];
    case "poll":
      return polled(pid, first, second);
    case "select":
      return selected(pid, first, second);
    case "epoll":
      return inEpoll(pid, first);
    case undefined:
      return [];
  }
}

const POLLFD_BYTES = 8;
/** POLLIN and POLLRDNORM, poll(2). */
const POLL_INPUT = 0x41;

function polled(pid: number, address: number, count: number): readonly number[] {
  if (count > AWAITED_DESCRIPTORS_MAX) return [];
  const memory = readMemory(pid, address, count * POLLFD_BYTES);
  return Array.from({ length: memory.length / POLLFD_BYTES }, (_, index) => index * POLLFD_BYTES)
    .filter((at) => (memory.readInt16LE(at + 4) & POLL_INPUT) !== 0)
    .map((at) => memory.readInt32LE(at))
    .filter((descriptor) => descriptor >= 0);
}

function selected(pid: number, count: number, address: number): readonly number[] {
  if (count > AWAITED_DESCRIPTORS_MAX) return [];
  const memory = readMemory(pid, address, Math.ceil(count / 8));
  return Array.from({ length: Math.min(count, memory.length * 8) }, (_, index) => index).filter(
    (index) => (((memory[index >> 3] ?? 0) >> (index & 7)) & 1) === 1,
  );
}

/** EPOLLIN, epoll_ctl(2). */
const EPOLL_INPUT = 0x1;

function inEpoll(pid: number, epoll: number): readonly number[] {
  const text = readOrNull(`/proc/${pid}/fdinfo/${epoll}`) ?? "";
  return [...text.matchAll(/^tfd:\s*(\d+)\s+events:\s*([\da-f]+)/gm)]
    .filter(([, , events = "0"]) => (Number.parseInt(events, 16) & EPOLL_INPUT) !== 0)
    .map(([, descriptor]) => Number(descriptor));
}

/** Bytes of the memory of a process; none when they are not there or may not be read. */
function readMemory(pid: number, address: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  if (address === 0 || length === 0) return bytes.subarray(0, 0);
  try {
    const memory = openSync(`/proc/${pid}/mem`, "r");
    try {
      return readSync(memory, bytes, 0, length, address) === length ? bytes : bytes.subarray(0, 0);
    } finally {
      closeSync(memory);
    }
  } catch {
    return bytes.subarray(0, 0);
  }
}
