import type { Requirement } from "./requirement.ts";

export const scriptsRequirements: readonly Requirement[] = [
  {
    id: "BUILD-1",
    rule: "dist holds what the sources give, and nothing of sources that are gone.",
    source: "design 4",
  },
  { id: "BUILD-2", rule: "Shell scripts are copied and not executable; the CLI is.", source: "design D1" },
  { id: "BUILD-3", rule: "Two builds at once, and one that was killed, do no harm.", source: "design 8" },
  { id: "BUILD-4", rule: "A build that fails changes nothing.", source: "design 8" },
  {
    id: "TEST-1",
    rule: "The last line of a test run counts the passed and the failed, files that fail without a test too.",
    source: "design 8",
  },
  { id: "TEST-2", rule: "In CI a test that is left out fails the run, by name.", source: "design 8" },
  {
    id: "TEST-3",
    rule: "A test file that leaves a process, an open file or a temporary directory behind fails.",
    source: "design 8",
  },
  {
    id: "TEST-4",
    rule: "In CI a test that fails is tried once more; one that holds only then is named at the end of the run.",
    source: "ours",
  },
];
