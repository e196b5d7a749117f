import type { Requirement } from "./requirement.ts";

export const elsewhereRequirements: readonly Requirement[] = [
  {
    id: "ELSE-1",
    rule: "A command elsewhere gets the variables and the directory that were asked for, and nothing of this host.",
    source: "design 5.1, contract.ts `environment`",
  },
  {
    id: "ELSE-2",
    rule: "A start elsewhere that failed is an error with what was said there, and leaves no record.",
    source: "behaviour 15.4",
  },
  {
    id: "ELSE-3",
    rule: "What can be seen or kept on this host only is refused, or said not to hold, when it is asked for elsewhere.",
    source: "issue 7: limits and ports are of the host",
  },
  {
    id: "ELSE-4",
    rule: "Whatever the mirror copies is told as of any other process: output, exit code, signal, events.",
    source: "issue 7: everything else just works",
  },
  {
    id: "ELSE-5",
    rule: "A kill elsewhere goes by the same plan, reaches the tree and not only its root, and names who survives there.",
    source: "case B93, behaviour 15.7",
  },
  {
    id: "ELSE-6",
    rule: "A kill that cannot reach the environment is an error that says so; it is kept, also over a restart, and carried through later.",
    source: "design D7",
  },
  {
    id: "ELSE-7",
    rule: "One failed look is not lost: only after two minutes without an answer, or when the environment is gone.",
    source: "behaviour 15.6, issue 7",
  },
  {
    id: "ELSE-8",
    rule: "A process that was told as lost is found again with its environment, also after a restart, and its true ending is told.",
    source: "issue 7: it is found again",
  },
  {
    id: "ELSE-9",
    rule: "A process in a paused environment is not lost, however long that takes.",
    source: "issue 7: paused",
  },
  {
    id: "ELSE-10",
    rule: "A start that was interrupted after its claim was written here is asked about there; before, it is forbidden.",
    source: "ARCHITECTURE, invariant 3",
  },
  {
    id: "ELSE-11",
    rule: "Input, end of file and size go to the environment; a secret is not typed to a terminal that cannot be seen.",
    source: "design 5.1",
  },
  {
    id: "ELSE-12",
    rule: "Nothing on this host is looked at for a process elsewhere, or signalled: its pids are of another place.",
    source: "design 8: no signal to a stranger",
  },
  {
    id: "ELSE-13",
    rule: "A restart runs the same command in the same environment; a removal also forgets what lies there, unless it may still run.",
    source: "design 5.2",
  },
  { id: "ELSE-14", rule: "Each answer that names a pid names the environment that it is of.", source: "design 5.2" },
  {
    id: "ELSE-15",
    rule: "A name of the user's own is resolved when a process is started, so the process is looked for where it was started.",
    source: "design 5.2: named ones come from the configuration",
  },
  {
    id: "ELSE-16",
    rule: "A command after the end of a process elsewhere runs on this host.",
    source: "docs/events.md",
  },
];
