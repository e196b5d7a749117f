import { WORKER_MEMORY_MAX_BYTES, WORKER_MEMORY_MIN_BYTES, WORKER_MEMORY_UNKNOWN_BYTES } from "../limits.ts";

const MIB = 1024 * 1024;

/** What is known of the machine. */
export interface MemoryFacts {
  /** Physical memory; null when unknown. */
  readonly physicalBytes: number | null;
  /** The limit of the cgroup that we run in; null when there is none. */
  readonly cgroupMaxBytes: number | null;
}

export interface MemoryBound {
  readonly bytes: number;
  /** The setting that was not understood, as it is written. */
  readonly ignored: string | null;
}

/**
 * The memory limit of a worker of the gateway. It is never more than the gateway's own limit, half of the physical memory
 * and 4 GiB: a worker that runs wild must not take its gateway along. `setting` (`TERMINAL_LOCAL_MEMORY_MAX_MB`) and
 * `askedMb` can only tighten it (original #70716).
 */
export function workerMemoryBound(facts: MemoryFacts, setting = "", askedMb?: number): MemoryBound {
  const wanted = overrideBytes(setting);
  const bounds = [safeBytes(facts), wanted, askedMb === undefined ? null : askedMb * MIB];
  const bytes = Math.min(...bounds.filter((bound): bound is number => bound !== null));
  return { bytes, ignored: wanted === null && setting.trim() !== "" ? setting.trim() : null };
}

function safeBytes({ physicalBytes, cgroupMaxBytes }: MemoryFacts): number {
  const candidates = [];
  if (cgroupMaxBytes !== null && cgroupMaxBytes >= WORKER_MEMORY_MIN_BYTES) candidates.push(cgroupMaxBytes);
  if (physicalBytes !== null) {
    const half = Math.floor(physicalBytes / 2);
    candidates.push(Math.min(WORKER_MEMORY_MAX_BYTES, Math.max(WORKER_MEMORY_MIN_BYTES, half)));
  }
  return candidates.length === 0 ? WORKER_MEMORY_UNKNOWN_BYTES : Math.min(...candidates);
}

/** Null when it is not an integer of at least 64. */
function overrideBytes(setting: string): number | null {
  const text = setting.trim();
  const bytes = /^\d+$/.test(text) ? Number(text) * MIB : 0;
  return bytes >= WORKER_MEMORY_MIN_BYTES ? bytes : null;
}
