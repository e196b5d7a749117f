import type { Requirement } from "./requirement.ts";

export const environmentRequirements: readonly Requirement[] = [
  {
    id: "ENV-1",
    rule: "A job gets the caller's variables and its own on top, without the agent's keys.",
    source: "behaviour 6.3 and 6.4",
  },
  {
    id: "ENV-2",
    rule: "`_BELLHOP_FORCE_X` passes X, and only from what the caller asked for.",
    source: "behaviour 6.3, design 5.4",
  },
  {
    id: "ENV-3",
    rule: "Secrets of the agent that are named as it is configured never pass, however they are spelled.",
    source: "behaviour 6.5",
  },
  {
    id: "ENV-4",
    rule: "Markers of our own Python environment are removed from what is inherited.",
    source: "behaviour 6.3",
  },
  { id: "ENV-5", rule: "PYTHONUNBUFFERED is always 1.", source: "behaviour 6.3" },
  {
    id: "ENV-6",
    rule: "A passthrough lifts names of the block list, but none of a model provider.",
    source: "behaviour 6.4, GHSA-rhgp-j443-p4rf",
  },
  {
    id: "ENV-7",
    rule: "What no environment can hold is left out of what is inherited, and refused where it was asked for.",
    source: "environ(7)",
  },
  { id: "ENV-8", rule: "The user's own cloud keys are not blocked.", source: "behaviour 6.4" },
  {
    id: "ENV-9",
    rule: "A job that was started from a conversation gets its variables, and none of another one.",
    source: "behaviour 6.3, session variables",
  },
  {
    id: "ENV-10",
    rule: "A product that Bellhop is part of has its own prefix, names to block, program directory and HOME.",
    source: "behaviour 6.3 and 6.4, design, environment policy",
  },
];
