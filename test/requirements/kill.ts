import type { Requirement } from "./requirement.ts";

export const killRequirements: readonly Requirement[] = [
  {
    id: "KILL-10",
    rule: "Nothing of a tree survives its kill, whatever it does to get away, and the receipt says how the command ended.",
    source: "original #115490, #70716; design 8",
  },
  {
    id: "KILL-11",
    rule: "A pid that was given to a stranger is not signalled, and neither is the session that it names.",
    source: "behaviour 2.5; design D5",
  },
  {
    id: "KILL-12",
    rule: "A kill that was interrupted is finished by the next owner of the home.",
    source: "design D7",
  },
  {
    id: "KILL-13",
    rule: "A tree is stopped (SIGSTOP) until no look finds anybody new, and only then killed, so that none forks out of it; the looks are bounded.",
    source: "design 8 (a fork bomb)",
  },
  {
    id: "KILL-14",
    rule: "A shell that ignores the signal does not go on with its next command when the one before was ended.",
    source: "bash(1), SIGNALS",
  },
  {
    id: "KILL-15",
    rule: "A kill, or a sweep, of a process that is being started waits until it has a pid, ends it, and is told as that kill.",
    source: "design 8 (no process is left behind)",
  },
  {
    id: "TABLE-5",
    rule: "Descendants, members of the session and of the cgroup, what was found before, and carriers of the mark belong to a tree; its shim does not.",
    source: "design D5",
  },
  {
    id: "TABLE-6",
    rule: "On macOS processes are read from `ps`; a mark among the arguments of a stranger is none, and a `ps` that fails is no ending.",
    source: "design 3; ps(1)",
  },
  {
    id: "TABLE-7",
    rule: "On Windows a tree is ended by `taskkill /T /F`, plainly where that is missing, and signal 0 is never sent.",
    source: "behaviour 2.5, 13",
  },
  { id: "TABLE-8", rule: "The process table follows from the platform.", source: "design 4" },
  {
    id: "TABLE-9",
    rule: "What is remembered of a process from look to look is forgotten with it, also when its pid is used again.",
    source: "design D5",
  },
];
