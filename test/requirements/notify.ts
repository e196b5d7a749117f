import type { Requirement } from "./requirement.ts";

export const notifyRequirements: readonly Requirement[] = [
  { id: "NOTIFY-1", rule: "The text of a completion follows the original's template.", source: "behaviour 1.3" },
  {
    id: "NOTIFY-2",
    rule: "Each reason of an ending has its own words; a kill names who asked.",
    source: "behaviour 1.3",
  },
  {
    id: "NOTIFY-3",
    rule: "The signal that ended a command is named; a SIGTERM from outside does not read like our kill.",
    source: "behaviour 1.3",
  },
  { id: "NOTIFY-4", rule: "An event with nothing in it still gives a text.", source: "behaviour 1.3" },
  {
    id: "NOTIFY-5",
    rule: "Output that was cut says so, and where all of it is.",
    source: "behaviour 1.3, original #23287",
  },
  {
    id: "NOTIFY-6",
    rule: "A process of a subagent says whose it is, and its output is trimmed to 600 characters.",
    source: "behaviour 1.4, original #88934",
  },
  { id: "NOTIFY-7", rule: "Processes left behind by an ended command are named.", source: "design D2" },
  { id: "NOTIFY-8", rule: "Ages and uptimes have the original's two formats.", source: "behaviour 1.3" },
];
