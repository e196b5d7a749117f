import { readFileSync } from "node:fs";

/** Where a process sits: its group, its terminal, and whose turn it is there; proc_pid_stat(5). */
export interface Seat {
  readonly pid: number;
  readonly state: string;
  readonly group: number;
  /** Device number of its controlling terminal; 0 = none. */
  readonly terminal: number;
  /** The group that may read the terminal now. */
  readonly foregroundGroup: number;
  readonly startTicks: number;
}

/** The seat of `pid` now, a zombie's too; null when there is none. Anybody may read it. */
export function readSeat(pid: number): Seat | null {
  const text = readOrNull(`/proc/${pid}/stat`);
  if (text === null) return null;
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const number = (index: number): number => Number(fields[index] ?? Number.NaN);
  return {
    pid,
    state: fields[0] ?? "",
    group: number(2),
    terminal: number(4),
    foregroundGroup: number(5),
    startTicks: number(19),
  };
}

/** The text of a file of `/proc`; null when it is gone or may not be read. */
export function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return null;
  }
}
