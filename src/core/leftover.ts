/** A process that runs on after the end of its command. */
export interface Leftover {
  readonly pid: number;
  /** The file name of its program. */
  readonly name: string;
  /** Ports that it listens on. Absent when none. */
  readonly ports?: readonly number[];
  /** Processor time that it has used itself. */
  readonly cpuSeconds: number;
  /** Memory of its that is in the machine now (resident set size). */
  readonly memoryBytes: number;
}
