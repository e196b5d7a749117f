import type { Requirement } from "./requirement.ts";

export const terminalToolRequirements: readonly Requirement[] = [
  {
    id: "TOOLT-1",
    rule: "Each argument that cannot be meant is refused with a sentence of its own, before anything runs.",
    source: "behaviour 10.2",
  },
  {
    id: "TOOLT-2",
    rule: "The chat of the caller goes with the process; who cannot be told, or is a subagent, is promised nothing.",
    source: "behaviour 10.4, original #112033",
  },
  { id: "TOOLT-3", rule: "A start that failed is an error, never said to be started.", source: "behaviour 10.4, 15.4" },
  {
    id: "TOOLT-4",
    rule: "Every answer of the tool has the keys that are kept as golden JSON, in process and through the daemon alike.",
    source: "behaviour 10.4, design 5.2",
  },
  {
    id: "TOOLT-5",
    rule: "A command in the foreground is answered with its whole output and its exit code, and no completion is due.",
    source: "behaviour 7.1",
  },
  {
    id: "TOOLT-6",
    rule: "What detaches a process, leaves one behind or serves is not run in the foreground; the guards come before a promotion.",
    source: "behaviour 10.3",
  },
  {
    id: "TOOLT-7",
    rule: "A command whose time is up, or whose caller's user has sent a message, goes on in the background, and its end is told.",
    source: "behaviour 7.2, case B25",
  },
  {
    id: "TOOLT-8",
    rule: "A call that is taken back ends its command and what that has started: 130, [Command interrupted].",
    source: "behaviour 7.1",
  },
  {
    id: "TOOLT-9",
    rule: "A timeout above the cap starts the command in the background at once; default and cap are in the caller's environment.",
    source: "behaviour 10.3",
  },
  {
    id: "TOOLT-10",
    rule: "Output that is too long for a result keeps its head and its tail, and says what was left out and how to get it.",
    source: "design 8",
  },
  {
    id: "TOOLT-11",
    rule: "Secrets in error texts are masked, also where the user has turned redaction off.",
    source: "behaviour 10.4",
  },
  {
    id: "TOOLT-13",
    rule: "A caller's commands run in its environment, and everything about them is as here.",
    source: "behaviour 10.4",
  },
  { id: "TOOLT-12", rule: "An error tells nothing of a stranger's process.", source: "design 5.3" },
];
