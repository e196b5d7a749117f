import type { Requirement } from "./requirement.ts";

export const callbacksRequirements: readonly Requirement[] = [
  {
    id: "CALLBACK-1",
    rule: "The command of onExit runs once after the end, in the same directory and environment, with the event as JSON on its input.",
    source: "ours",
  },
  {
    id: "CALLBACK-2",
    rule: "It is a process like any other: in the list, with a log and an exit code.",
    source: "ours",
  },
  {
    id: "CALLBACK-3",
    rule: "Every event of a process is posted to its notifyUrl, in order, again with growing pauses until the answer is 2xx.",
    source: "ours",
  },
  { id: "CALLBACK-4", rule: "A post is signed over its timestamp and its body.", source: "ours" },
  {
    id: "CALLBACK-5",
    rule: "What was not done survives a restart, and what was done is not done again.",
    source: "ours",
  },
  {
    id: "CALLBACK-6",
    rule: "An address that answers 410, or does not answer for a day, is given up, and that is said.",
    source: "RFC 9110, 15.5.11",
  },
  { id: "CALLBACK-7", rule: "A damaged callback is set aside, and the others are done.", source: "design 8" },
  { id: "CALLBACK-8", rule: "The address and the secret are in no record, list, log or event.", source: "design 8" },
];
