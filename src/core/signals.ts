/** Numbers of the signals that are the same on every Linux architecture that Node runs on (signal(7)). */
const NUMBERS: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGILL: 4,
  SIGTRAP: 5,
  SIGABRT: 6,
  SIGBUS: 7,
  SIGFPE: 8,
  SIGKILL: 9,
  SIGUSR1: 10,
  SIGSEGV: 11,
  SIGUSR2: 12,
  SIGPIPE: 13,
  SIGALRM: 14,
  SIGTERM: 15,
  SIGSTKFLT: 16,
  SIGCHLD: 17,
  SIGCONT: 18,
  SIGSTOP: 19,
  SIGTSTP: 20,
  SIGTTIN: 21,
  SIGTTOU: 22,
  SIGURG: 23,
  SIGXCPU: 24,
  SIGXFSZ: 25,
  SIGVTALRM: 26,
  SIGPROF: 27,
  SIGWINCH: 28,
  SIGIO: 29,
  SIGPWR: 30,
  SIGSYS: 31,
};
/** Other names of some of them. */
const ALIASES: Readonly<Record<string, number>> = { SIGIOT: 6, SIGPOLL: 29 };
const NAMES: ReadonlyMap<number, string> = new Map(Object.entries(NUMBERS).map(([name, number]) => [number, name]));

/** The number of a signal; 0 when there is no signal of that name. */
export function signalNumber(name: string): number {
  return NUMBERS[name] ?? ALIASES[name] ?? 0;
}

/** The name of signal `number`, or undefined. */
export function signalName(number: number): string | undefined {
  return NAMES.get(number);
}
