import type { Requirement } from "./requirement.ts";

export const idsRequirements: readonly Requirement[] = [
  { id: "ID-1", rule: "An id is `proc_` and 12 hex digits.", source: "design 2" },
  { id: "ID-2", rule: "An exact id wins over a name, and a name over a prefix.", source: "behaviour 3, Lookup order" },
  {
    id: "ID-3",
    rule: "A unique prefix of four characters or more is enough, with or without `proc_`; running and ended ones count.",
    source: "behaviour 3, Lookup order",
  },
  {
    id: "ID-4",
    rule: "A prefix of several processes names them instead of choosing one.",
    source: "behaviour 3, Lookup order",
  },
  {
    id: "ID-5",
    rule: "Of several processes with a name a running one is meant, else the newest.",
    source: "design 5.2",
  },
  {
    id: "ID-6",
    rule: "A name is at most 64 letters, digits, `.`, `_`, `-`, and does not look like an id or an option.",
    source: "design 5.2",
  },
  {
    id: "OWNER-1",
    rule: "A list shows what belongs to the task or the conversation, and marks what only shares the conversation.",
    source: "original #29177",
  },
  {
    id: "OWNER-2",
    rule: "A sweep passes by what was started to outlive its agent; a kill that somebody wants does not.",
    source: "original #41225, case B63",
  },
  {
    id: "KEEP-1",
    rule: "Ended processes are forgotten by the time of their end, never while an event of theirs waits.",
    source: "original #88905",
  },
  {
    id: "KEEP-2",
    rule: "At most so many ended processes are kept, those that ended last.",
    source: "behaviour 3, Pruning",
  },
];
