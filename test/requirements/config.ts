import type { Requirement } from "./requirement.ts";

export const configRequirements: readonly Requirement[] = [
  {
    id: "CONFIG-1",
    rule: "The configuration has the original's keys; variables stand above it.",
    source: "behaviour 12; design 5.4",
  },
  { id: "CONFIG-2", rule: "A setting that is not understood is an error that names it.", source: "style anchors 24" },
  { id: "CONFIG-3", rule: "The documentation lists every key.", source: "design 5.4" },
  {
    id: "CONFIG-4",
    rule: "A place where commands run can have a name of the user's own, which cannot be taken for a place itself.",
    source: "design 5.2: named ones come from the configuration",
  },
];
