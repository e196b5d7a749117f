import type { Requirement } from "./requirement.ts";

export const limitsRequirements: readonly Requirement[] = [
  {
    id: "LIMIT-1",
    rule: "A process that reaches its time limit is killed with its tree, what it had printed is kept, and its completion says that it timed out.",
    source: "case B75",
  },
  {
    id: "LIMIT-2",
    rule: "A time limit goes on counting while nobody runs Bellhop; what is over then is killed at the start.",
    source: "design 8 (whatever crashes)",
  },
  {
    id: "LIMIT-3",
    rule: "Setting the wall clock ends nothing: while Bellhop runs, limits are counted by the monotonic clock.",
    source: "design 8 (a clock that jumps)",
  },
  {
    id: "LIMIT-4",
    rule: "An idle limit begins anew with each output, also over a restart.",
    source: "ours",
  },
  {
    id: "LIMIT-5",
    rule: "A process without limits costs nothing: no timer, no confinement. One that has ended leaves no timer behind.",
    source: "design 7 (1,000 idle processes)",
  },
  {
    id: "LIMIT-6",
    rule: "An ending says who or what has ended the process, where that is known, and nothing where it is not.",
    source: "case B81 (outcome in full)",
  },
  {
    id: "LIMIT-7",
    rule: "A process that the kernel has killed because its memory was used up is told as out of memory.",
    source: "case B79; cgroup-v2.rst, memory.events",
  },
  {
    id: "LIMIT-8",
    rule: "An ending tells the CPU time of the tree and the memory that it was seen to have, the same after a restart.",
    source: "times(1posix)",
  },
  {
    id: "LIMIT-9",
    rule: "The times that the shim writes behind what its shell says are no death by signal, whole or cut off.",
    source: "design D2",
  },
  {
    id: "LIMIT-10",
    rule: "What keeps a process apart is in its record before anything runs, and a recovery finds it, observes it and cleans up behind it.",
    source: "original #70716",
  },
  {
    id: "LIMIT-11",
    rule: "A start whose manager has gone is tried once more without it; any other failure is not.",
    source: "original #110803",
  },
  {
    id: "LIMIT-12",
    rule: "A scope that could not be stopped is stopped by a later recovery.",
    source: "original #70716",
  },
  {
    id: "LIMIT-13",
    rule: "A limit that does not hold as it was asked for is said in the answer of the start.",
    source: "ours",
  },
  {
    id: "LIMIT-14",
    rule: "A process that uses a core for an hour and prints nothing is flagged in the list, and no other is.",
    source: "ours",
  },
  {
    id: "LIMIT-15",
    rule: "A limit out of its bounds is refused before anything is started.",
    source: "design 5.1 (misuse throws)",
  },
  {
    id: "LIMIT-16",
    rule: "Each limit can be given on the command line, and reaches the operation under its own name.",
    source: "design 5.2",
  },
];
