import type { Requirement } from "./requirement.ts";

export const handoffRequirements: readonly Requirement[] = [
  {
    id: "HANDOFF-1",
    rule: "A subagent hands a running process of its own to its parent, with a purpose; then it is the parent's, who is told of its end.",
    source: "seed: _handoff_process; original #105125",
  },
  {
    id: "HANDOFF-2",
    rule: "What cannot be handed over is an error in the original's words: no subagent, no parent, no purpose, not running, not its own.",
    source: "seed: _handoff_process",
  },
  {
    id: "HANDOFF-3",
    rule: "A subagent hands over three processes at most; what did not happen does not count.",
    source: "seed: _MAX_HANDOFFS_PER_CHILD",
  },
  { id: "HANDOFF-4", rule: "The purpose is bounded, and masked where it is told.", source: "design 8" },
];
