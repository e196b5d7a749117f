import type { Requirement } from "./requirement.ts";

export const noticeTextRequirements: readonly Requirement[] = [
  {
    id: "NOTICE-1",
    rule: "A watch match tells the pattern, the lines, and how many matches were not told.",
    source: "behaviour 1.3",
  },
  {
    id: "NOTICE-2",
    rule: "A heartbeat follows the original's template and is not important.",
    source: "behaviour 1.3",
  },
  { id: "NOTICE-3", rule: "Events that bring their own words are told in them.", source: "behaviour 1.3" },
  {
    id: "NOTICE-4",
    rule: "Whatever is missing from an event, or wrong in it, it has a text.",
    source: "behaviour 1.3, original test of the empty map",
  },
  {
    id: "NOTICE-5",
    rule: "A process that is ready says where it listens; one that is not says why, with its last output.",
    source: "design 2, design 5.1",
  },
  {
    id: "NOTICE-6",
    rule: "A process that waits for input says for what and how to answer; for a secret, that it must not be typed.",
    source: "design 2, design 8",
  },
  { id: "NOTICE-7", rule: "Merged events say how many they are.", source: "design 8" },
  {
    id: "NOTICE-8",
    rule: "A notice of a subagent's process tells its delegation and its goal, where the host knows them.",
    source: "behaviour 1.4, original #88934",
  },
  { id: "NOTICE-9", rule: "A process that was handed over says why.", source: "behaviour 1.4, original #105125" },
  {
    id: "NOTICE-10",
    rule: "The result of a delegation repeats what was asked of whom, and when.",
    source: "behaviour 1.6",
  },
  {
    id: "NOTICE-11",
    rule: "The result of one subagent tells its status and what came of it, also when it has only half of it.",
    source: "behaviour 1.6",
  },
  {
    id: "NOTICE-12",
    rule: "The result of several subagents lists the tasks in their order, each with a mark.",
    source: "behaviour 1.6",
  },
  {
    id: "NOTICE-13",
    rule: "The failure of one task is told while the others of its batch still run.",
    source: "behaviour 1.6",
  },
  { id: "NOTICE-14", rule: "A subagent that ran out of turns is marked wherever it is told.", source: "behaviour 1.6" },
  {
    id: "NOTICE-15",
    rule: "The result of a subagent names the processes that it handed over, left running, or did not read.",
    source: "behaviour 1.6, original #105125",
  },
  {
    id: "NOTICE-16",
    rule: "The result of a subagent that was lost says where its work can be found.",
    source: "behaviour 1.6, original #116000",
  },
  {
    id: "NOTICE-17",
    rule: "Only a result that names the configured model and says that there is no such model is called a rejection.",
    source: "behaviour 1.7, original #97654",
  },
  {
    id: "NOTICE-18",
    rule: "A rejected model is told once an event, with how many tasks failed for it; a missing fallback chain is named.",
    source: "behaviour 1.7, original #97654",
  },
  {
    id: "NOTICE-19",
    rule: "Completions that follow each other are told together; what was consumed meanwhile is left out.",
    source: "behaviour 1.8",
  },
  { id: "NOTICE-20", rule: "An event has a title of one short line.", source: "behaviour 1.8" },
  { id: "NOTICE-21", rule: "The title of a delegation tells how it ended.", source: "behaviour 1.8" },
  { id: "NOTICE-22", rule: "A sign of life is hidden from people.", source: "behaviour 1.8" },
  {
    id: "NOTICE-23",
    rule: "A text is cut to a length on one line, in whole characters, and says so.",
    source: "behaviour 1.8",
  },
  {
    id: "NOTICE-24",
    rule: "The registry gives each text what it knows: the subagent, local time, the delegation settings; masked.",
    source: "behaviour 1.4, 1.6, 1.7",
  },
];
