import type { Requirement } from "./requirement.ts";

export const stateRequirements: readonly Requirement[] = [
  {
    id: "STATE-1",
    rule: "Every phase answers every event, and nothing leaves `ended`, unless contact was all that was lost.",
    source: "design D7",
  },
  {
    id: "STATE-5",
    rule: "A process that is lost with its environment, and no other, runs again when contact is regained.",
    source: "issue 7: it is found again when the environment comes back",
  },
  {
    id: "STATE-6",
    rule: "A kill that was at work when contact was lost, or is asked for after that, is not forgotten.",
    source: "design D7",
  },
  {
    id: "STATE-2",
    rule: "An exit that is seen while we stop the process is a kill, by the source that asked first.",
    source: "design D5 and D7",
  },
  { id: "STATE-3", rule: "A process whose kill failed runs on and can be killed again.", source: "original #115490" },
  {
    id: "STATE-4",
    rule: "A process that disappears is lost, even while it is being stopped: unproved is not killed.",
    source: "design 8",
  },
];
