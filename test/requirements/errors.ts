import type { Requirement } from "./requirement.ts";

export const errorsRequirements: readonly Requirement[] = [
  {
    id: "ERR-1",
    rule: "Every error code is documented with what to do, and every documented code exists.",
    source: "design 8",
  },
  {
    id: "ERR-2",
    rule: "Misuse names the argument, what it must be, and what it was, in bounded length.",
    source: "design 5.1",
  },
  { id: "ERR-3", rule: "An error is recognised across two copies of the package.", source: "design 5.1" },
];
