import type { Requirement } from "./requirement.ts";

export const toolsRequirements: readonly Requirement[] = [
  {
    id: "TOOL-1",
    rule: "The tool has the original's name, actions and arguments, and says its traps.",
    source: "design 5.3, original #95681",
  },
  {
    id: "TOOL-2",
    rule: "A list holds the caller's processes: of its task, and of its conversation.",
    source: "original #29177",
  },
  { id: "TOOL-3", rule: "Answers have the original's field names.", source: "design 5, behaviour 13.1" },
  { id: "TOOL-4", rule: "`write` sends what it is given, `submit` adds Enter.", source: "original #95681" },
  { id: "TOOL-5", rule: "A wait is shortened to the limit, and says so.", source: "behaviour 12 (TERMINAL_TIMEOUT)" },
  {
    id: "TOOL-6",
    rule: "A wait ends with the model's turn, and the process is not touched.",
    source: "behaviour 15.14",
  },
  { id: "TOOL-7", rule: "A mistake is answered in words that let the model correct it.", source: "behaviour 13.1" },
  { id: "TOOL-8", rule: "Malformed calls never throw and leave nothing behind.", source: "design 8" },
  {
    id: "TOOL-9",
    rule: "The tool can be called through the daemon, and its answer is the text that a model reads.",
    source: "design 5.2",
  },
  {
    id: "TOOL-10",
    rule: "`terminal` starts a command in the background, with the original's parameters, coercions and result keys.",
    source: "behaviour 10.1, 10.2, 10.4",
  },
];
