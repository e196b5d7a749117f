import type { Requirement } from "./requirement.ts";

export const waitRequirements: readonly Requirement[] = [
  {
    id: "WAIT-1",
    rule: "A condition is a text and back; what is none is refused with what it must be.",
    source: "design 5.2",
  },
  {
    id: "WAIT-2",
    rule: "A wait returns once, at the first condition that is true, and says which and why.",
    source: "design 5.2",
  },
  { id: "WAIT-3", rule: "What is true already is told at once.", source: "design 5.2" },
  {
    id: "WAIT-4",
    rule: "The ending always ends a wait; a line that was printed last is told beside it.",
    source: "design 5.2",
  },
  {
    id: "WAIT-5",
    rule: "A line is matched as a whole, however it was written; one without an end once it has been quiet.",
    source: "design 6",
  },
  { id: "WAIT-6", rule: "since leaves out what was before.", source: "design 5.1" },
  {
    id: "WAIT-7",
    rule: "A port counts only when the process's own tree listens on it.",
    source: "case B83; design 5.2",
  },
  {
    id: "WAIT-8",
    rule: "A wait that is over leaves no timer, no watch on a file and nobody at the bell.",
    source: "design 8",
  },
  {
    id: "WAIT-9",
    rule: "A wait on several returns at the first, or with all of them, and consumes only what it tells.",
    source: "design 5.2",
  },
  { id: "WAIT-10", rule: "An id that no process has is named among the results.", source: "behaviour 13.1" },
  {
    id: "WAIT-11",
    rule: "A message of the user ends a wait: the model is told to respond, and the process runs on.",
    source: "seed: ProcessRegistry.wait, request_yield",
  },
  {
    id: "WAIT-12",
    rule: "A wait whose time is up says what has not come true, and that this is no error.",
    source: "seed: ProcessRegistry.wait; case B27",
  },
  { id: "WAIT-13", rule: "One wait of ten minutes is one call with one answer.", source: "case B27" },
  {
    id: "WAIT-14",
    rule: "Waiting for what cannot come true says so at once.",
    source: "design 5.1",
  },
  { id: "WAIT-15", rule: "No secret is in what a wait tells.", source: "design 8" },
  { id: "WAIT-16", rule: "Looking through a long log blocks nobody else.", source: "design 8" },
  {
    id: "WAIT-17",
    rule: "Conditions are waited for through the daemon as well, also over its end.",
    source: "design D6",
  },
];
