import type { Requirement } from "./requirement.ts";

export const usageRequirements: readonly Requirement[] = [
  {
    id: "USAGE-1",
    rule: "A list tells what each running process and its tree use now, when it is asked to, and looks at most once a second.",
    source: "design 5.2 (top)",
  },
  {
    id: "USAGE-2",
    rule: "The whole life of a process fits into a bounded number of points; totals and peaks stay true when points are merged.",
    source: "design, How to build: nothing grows without a bound",
  },
  {
    id: "USAGE-3",
    rule: "What a process has used is known after its end and after a restart of the registry, also when nobody looked while it ran.",
    source: "design 5.2 (web)",
  },
  {
    id: "USAGE-4",
    rule: "The tree of a process is told with programs and ports, never with arguments, which may hold secrets.",
    source: "design 8",
  },
  {
    id: "USAGE-5",
    rule: "`bellhop top` shows what runs with what it uses, sorts, kills only after it was confirmed, and gives the terminal back.",
    source: "design 5.2 (top)",
  },
];
