import type { Requirement } from "./requirement.ts";

export const sinkRequirements: readonly Requirement[] = [
  {
    id: "SINK-1",
    rule: "While `onOutput` is set it gets, in order, all that later processes print, and what running ones print from then on.",
    source: "behaviour 11.3, seed _emit_output",
  },
  {
    id: "SINK-2",
    rule: "What a sink throws is logged once, and neither the process nor other output suffers.",
    source: "seed _emit_output",
  },
  {
    id: "SINK-3",
    rule: "`requestCloseTerminal` asks `onClose` with the process, or with null when it is gone, and kills nothing.",
    source: "seed request_close_terminal",
  },
  {
    id: "SINK-4",
    rule: "Live output has its escape codes; secrets in it are redacted, unlike the original's.",
    source: "design 8, behaviour 11.3",
  },
];
