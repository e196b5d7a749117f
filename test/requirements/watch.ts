import type { Requirement } from "./requirement.ts";

export const watchRequirements: readonly Requirement[] = [
  { id: "WATCH-1", rule: "A line that holds a pattern is told once, with that pattern.", source: "behaviour 13.2" },
  {
    id: "WATCH-2",
    rule: "Of several patterns the first one that the first matching line holds is named.",
    source: "behaviour 13.2",
  },
  {
    id: "WATCH-3",
    rule: "Lines cut at any byte into reads give the same matches as the whole text at once.",
    source: "behaviour 15.10, design 6",
  },
  {
    id: "WATCH-4",
    rule: "A match has at most 20 lines, and then at most 2,000 characters.",
    source: "behaviour 1.2, 13.2",
  },
  {
    id: "WATCH-5",
    rule: "Matches within 15 s of a delivery are dropped, and their window is one strike however many they are.",
    source: "behaviour 13.2",
  },
  {
    id: "WATCH-6",
    rule: "The third strike in a row ends watching: exactly 3 matches were told, one event says so, and the ending is told instead.",
    source: "behaviour 13.2",
  },
  { id: "WATCH-7", rule: "A window without drops forgives the strikes before it.", source: "behaviour 13.2" },
  {
    id: "WATCH-8",
    rule: "What was dropped is counted in the next match, and then no more.",
    source: "behaviour 13.2",
  },
  {
    id: "WATCH-9",
    rule: "The eighth match is told, and is the last: a pattern that recurs slower than the window does not go on for days.",
    source: "original #93513, case B51",
  },
  { id: "WATCH-10", rule: "After the end of a process nothing is matched.", source: "behaviour 13.2, original #15276" },
  {
    id: "WATCH-11",
    rule: "A match in the last output before the end is told, and before the ending.",
    source: "behaviour 15.11, case B49",
  },
  { id: "WATCH-12", rule: "A match carries the chat that its process was started from.", source: "behaviour 13.2" },
  {
    id: "WATCH-13",
    rule: "Matching lines are redacted before they are cut.",
    source: "behaviour 13.1, original #43025",
  },
  {
    id: "WATCH-14",
    rule: "A clock that was set back keeps a window open for no longer than 15 s.",
    source: "design 8",
  },
  {
    id: "WATCH-15",
    rule: "`/regex/` and `/regex/i` match in linear time; a flawed pattern is named with its flaw.",
    source: "design 5.1, 8",
  },
  {
    id: "WATCH-16",
    rule: "A prefilter of a regular expression never loses a line.",
    source: "design 7",
  },
  {
    id: "WATCH-17",
    rule: "A line is matched, and told, as it is shown: colours neither split a word nor reach the owner.",
    source: "design 6",
  },
  {
    id: "WATCH-18",
    rule: "An unfinished line is matched when it has been quiet, and not again when it is finished.",
    source: "design 6",
  },
  {
    id: "WATCH-19",
    rule: "A line longer than 64 KiB is matched in pieces, in bounded memory and linear time.",
    source: "design 8",
  },
  {
    id: "WATCH-20",
    rule: "After a crash nothing is missed and nothing is told twice, wherever it came; also the notice that watching has ended.",
    source: "design 6",
  },
  { id: "WATCH-21", rule: "What was dropped from the log is passed over, and watching goes on.", source: "design D1" },
  {
    id: "WATCH-22",
    rule: "Any output can be watched for: one event, and quiet otherwise.",
    source: "case B29",
  },
  {
    id: "WATCH-23",
    rule: "Bursts over a day are all read to their last byte, and their matches told.",
    source: "case B55",
  },
  {
    id: "WATCH-24",
    rule: "A process that closes its output and runs on, or prints nothing, costs a watcher nothing.",
    source: "design 7",
  },
  {
    id: "HEARTBEAT-1",
    rule: "A heartbeat comes an interval after the start and after each other, never less than 60 s apart.",
    source: "behaviour 1.2, 10",
  },
  { id: "HEARTBEAT-2", rule: "Without new output there is none.", source: "behaviour 1.2" },
  {
    id: "HEARTBEAT-3",
    rule: "Each has a number of its own and the output since the one before.",
    source: "behaviour 1.2",
  },
  {
    id: "HEARTBEAT-4",
    rule: "It carries the last 2,000 characters, and says how many came before.",
    source: "behaviour 1.2",
  },
  {
    id: "HEARTBEAT-5",
    rule: "After a restart of the owner heartbeats go on, with the next number.",
    source: "behaviour 3, defect of the original",
  },
  { id: "HEARTBEAT-6", rule: "After the end there is none.", source: "behaviour 1.2" },
  {
    id: "HEARTBEAT-7",
    rule: "A clock that was set back delays a heartbeat by one interval at most.",
    source: "design 8",
  },
  {
    id: "HEARTBEAT-8",
    rule: "No secret reaches a heartbeat, also none that stands at its border.",
    source: "design 8",
  },
  {
    id: "WATCH-25",
    rule: "A pattern that is a secret is matched word for word, and is in no record, answer or event.",
    source: "design 8",
  },
];
