/** Processor time of this process for some work, in milliseconds: other programs do not count, however busy the machine is. */
export function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** How many times as long some work takes as other work of that size that is known to take linear time. */
export function timesAsLong(work: () => unknown, plain: () => unknown): number {
  plain(); // The first time it is compiled.
  return cpuMsOf(work) / Math.max(1, cpuMsOf(plain));
}
