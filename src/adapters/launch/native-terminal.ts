import { closeSync, openSync } from "node:fs";
import { createRequire } from "node:module";

import type { TerminalSize } from "../../core/record.ts";

/** A terminal that was just made, for one program. Programs that are started before it is let go of inherit it. */
export interface OpenTerminal {
  /** Its name: `/dev/pts/3`. */
  readonly device: string;
  /** Descriptors for who gets it: 0 is the master, and 3 the slave. */
  readonly streams: ("ignore" | number)[];
  /** Closes what this program has of it. */
  readonly letGo: () => void;
}

/** The part of the package's binary that is used here: openpty(3). */
interface Binary {
  open(columns: number, rows: number): { readonly master: number; readonly slave: number; readonly pty: string };
}

let known: Binary | null | undefined;

/** Whether the optional package `@lydell/node-pty` is here for this system, and makes terminals. Asks once. */
export function canOpenTerminals(): boolean {
  if (known === undefined) known = load();
  return known !== null;
}

/** Makes a terminal. Throws the system's error when it has none left (`kernel.pty.max`). */
export function openTerminal({ rows, cols }: TerminalSize): OpenTerminal {
  if (!canOpenTerminals() || !known) throw new Error("the optional package @lydell/node-pty is not installed");
  const nothing = openSync("/dev/null", "r+");
  try {
    const { master, slave, pty } = known.open(cols, rows);
    const letGo = (): void => [nothing, slave, master].forEach((descriptor) => closeSync(descriptor));
    return { device: pty, streams: streamsOf({ master, slave, nothing }), letGo };
  } catch (error) {
    closeSync(nothing);
    throw error;
  }
}

interface Descriptors {
  readonly master: number;
  readonly slave: number;
  readonly nothing: number;
}

/**
 * The master is the input: Node makes only the first three blocking, which `cat` wants. The binary has not marked its
 * descriptors to be closed in other programs, so nothing covers theirs there: a master that is left open is never at its end.
 */
function streamsOf({ master, slave, nothing }: Descriptors): ("ignore" | number)[] {
  const streams: ("ignore" | number)[] = Array.from({ length: Math.max(master, slave) + 1 }, () => "ignore");
  streams[master] = nothing;
  streams[slave] = nothing;
  streams[0] = master;
  streams[3] = slave;
  return streams;
}

/**
 * The binary alone: the package's own terminal reads both ends in this program, which then is the one thing that must not
 * die, and its `destroy` sends SIGHUP to pid -1, which is everybody.
 */
function load(): Binary | null {
  try {
    const require = createRequire(import.meta.url);
    const { requireBinary } = require("@lydell/node-pty/requireBinary.js") as { requireBinary(file: string): Binary };
    const binary = requireBinary("pty.node");
    const { master, slave } = binary.open(80, 24);
    closeSync(slave);
    closeSync(master);
    return binary;
  } catch {
    return null; // Not installed, not for this system (musl), or the system gives no terminals.
  }
}
