/** What a process may use at most. What is left out is not limited. */
export interface ResourceLimits {
  /** Memory of the whole tree, in MiB. Without a cgroup: of each process by itself. */
  readonly memoryMaxMb?: number;
  /** Processes and threads of the tree at the same time. */
  readonly maxProcesses?: number;
  /** CPU time in percent of one core: 150 is one and a half cores. */
  readonly cpuPercent?: number;
  /** How far it steps back behind others, 0 to 19 (nice(1)). */
  readonly nice?: number;
}
