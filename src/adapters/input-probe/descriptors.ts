import { readlinkSync, statSync } from "node:fs";

import { readOrNull, type Seat } from "./seat.ts";

/** The number of `/dev/tty`, tty(4): whatever terminal controls the process that opened it. */
const CONTROLLING_TERMINAL = 0x500;

/** Whether the descriptor is the terminal that the process sits at. */
export function isTerminal({ pid, terminal }: Seat, descriptor: number): boolean {
  try {
    const { rdev } = statSync(`/proc/${pid}/fd/${descriptor}`);
    return rdev === terminal || rdev === CONTROLLING_TERMINAL;
  } catch {
    return false;
  }
}

/**
 * Whether the descriptor leads to somebody else who may be at work: the other side of a terminal (`script`, `tmux`), or another
 * machine (`ssh`). A process that passes on what is typed always waits for it, and so proves nothing.
 */
export function isRelay(pid: number, descriptor: number): boolean {
  const target = targetOf(pid, descriptor);
  if (/^\/dev\/(?:pts\/)?ptmx$/.test(target)) return true;
  const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1];
  return inode !== undefined && INTERNET_TABLES.some((name) => hasInode(pid, name, inode));
}

const INTERNET_TABLES = ["tcp", "tcp6"] as const;

function hasInode(pid: number, table: string, inode: string): boolean {
  return (readOrNull(`/proc/${pid}/net/${table}`) ?? "").includes(` ${inode} `);
}

function targetOf(pid: number, descriptor: number): string {
  try {
    return readlinkSync(`/proc/${pid}/fd/${descriptor}`);
  } catch {
    return "";
  }
}
