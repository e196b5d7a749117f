import type { Requirement } from "./requirement.ts";

export const adoptRequirements: readonly Requirement[] = [
  {
    id: "ADOPT-1",
    rule: "Of an adopted child nothing that it printed before, during or after is lost, doubled or out of order.",
    source: "behaviour 6 (a foreground command is yielded to the background); design 5.1",
  },
  { id: "ADOPT-2", rule: "Output so far is subject to the size of the log like any other.", source: "ours" },
  {
    id: "ADOPT-3",
    rule: "Its exit code or signal is known while the program lives that it is a child of.",
    source: "ours",
  },
  { id: "ADOPT-4", rule: "A child that has ended already is adopted as what it is.", source: "ours" },
  {
    id: "ADOPT-5",
    rule: "What is no child, was not started or was adopted before is refused by name; streams that cannot be taken are told; it is not started again.",
    source: "ours",
  },
  { id: "ADOPT-6", rule: "A failed adoption leaves the child and its streams as they were.", source: "ours" },
  { id: "ADOPT-7", rule: "What an adopted command leaves running is named and can be killed.", source: "case B17" },
  {
    id: "ADOPT-8",
    rule: "A kill hits the tree of an adopted child, whatever group it shares, and never the adopter.",
    source: "ours",
  },
  { id: "ADOPT-9", rule: "Without a mark, whoever was seen in the tree before belongs to it.", source: "design D5" },
  {
    id: "ADOPT-10",
    rule: "Its input is taken over, unless this program has written what it has not read.",
    source: "ours",
  },
  { id: "ADOPT-11", rule: "Watching begins with the line that the adoption cut.", source: "ours" },
  {
    id: "ADOPT-12",
    rule: "An adoption leaves nothing open in this program once the child has ended.",
    source: "design 8",
  },
  {
    id: "ADOPT-13",
    rule: "When the adopter dies the child is not hit by SIGPIPE, its output is complete, and its ending is lost with its own reason.",
    source: "design 8 (no invented exit code)",
  },
  { id: "ADOPT-14", rule: "The input of an adopted child outlives the adopter.", source: "ours" },
  {
    id: "ADOPT-16",
    rule: "A copier or a shim of an adopted child that is killed costs neither output nor, while the adopter lives, the exit code.",
    source: "design 8",
  },
  { id: "ADOPT-15", rule: "A kill after that is a kill, and has no exit code.", source: "design D7" },
];
