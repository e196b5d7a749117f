import type { Requirement } from "./requirement.ts";

export const processManageRequirements: readonly Requirement[] = [
  {
    id: "MANAGE-1",
    rule: "Every action and every error of `process_manage` answers as it is written down, in the words of the original where it has them.",
    source: "seed: _handle_process, _SESSION_ACTIONS, PROCESS_SCHEMA",
  },
  {
    id: "MANAGE-2",
    rule: "Ids come as text, number or list, lists also as JSON text, numbers as text; null is nothing; the arguments may be JSON text.",
    source: "seed: _handle_process (models send session_id as an integer); issue on tools",
  },
  {
    id: "MANAGE-3",
    rule: "A wait ends at its ending, at a condition, or at the first of several processes, with `all` at the last.",
    source: "issue on tools: wait for any",
  },
  { id: "MANAGE-4", rule: "A message of the user ends a wait, which says so.", source: "behaviour 7.2, 15.14" },
  {
    id: "MANAGE-5",
    rule: "A terminal is looked at, keys are pressed in it and texts pasted into it; there is no action for a secret.",
    source: "issue on terminals: secrets by hand",
  },
  {
    id: "MANAGE-6",
    rule: "Output of a result is cut after redaction, and the result says how much is missing and how to get it; new output comes in pieces and none is missing.",
    source: "issue on tools: too much output",
  },
  {
    id: "MANAGE-7",
    rule: "A list that is too long shows running processes and the latest endings, and how to see the rest.",
    source: "design 8: no unbounded buffer",
  },
  {
    id: "MANAGE-8",
    rule: "Output passes the host's transform with the owner's task, then redaction, in each answer that has output.",
    source: "original #70760, #43025, #77484",
  },
  {
    id: "MANAGE-9",
    rule: "Whoever kills another's process of the conversation is answered, and its owner is told.",
    source: "original #69127",
  },
  {
    id: "MANAGE-10",
    rule: "Random and malformed calls of both tools get a JSON text, do not hang, and start nothing.",
    source: "design 8: 100,000 malformed tool calls",
  },
  {
    id: "MANAGE-11",
    rule: "Through the daemon a tool starts commands with the environment and in the directory of the one who asks.",
    source: "design 5.2",
  },
  {
    id: "SCOPE-1",
    rule: "A caller names processes of its task and of its conversation; what is another's answers in every action exactly like what is not there.",
    source: "issue on tools: scope",
  },
  {
    id: "SCOPE-2",
    rule: "Beginnings of ids and names count only among the caller's own.",
    source: "issue on tools: nothing leaks through prefixes",
  },
  { id: "SCOPE-3", rule: "An operator sees and touches everything.", source: "issue on tools: scope all" },
  {
    id: "SCOPE-4",
    rule: "Who holds a port that a process needs is named only when it is of the same task or conversation.",
    source: "issue on tools: nothing leaks through events or error texts",
  },
  {
    id: "FIT-1",
    rule: "A text that is too long keeps head and tail at line ends, and one line between them says exactly what is left out and how to get it.",
    source: "issue on tools: too much output",
  },
  { id: "FIT-2", rule: "A fitted text is never too long and never ends inside a character.", source: "design 8" },
];
