import type { Requirement } from "./requirement.ts";

export const outputRequirements: readonly Requirement[] = [
  {
    id: "TEXT-1",
    rule: "Text cut at any byte and put together again is the same; U+FFFD stands only for bytes that are no UTF-8.",
    source: "case B71, behaviour 13.2",
  },
  {
    id: "TEXT-2",
    rule: "A slice that begins or ends in the middle of a character leaves that character out.",
    source: "case B71",
  },
  { id: "TEXT-3", rule: "Escape sequences are removed as the table says, and nothing else.", source: "behaviour 9" },
  { id: "TEXT-4", rule: "Removing them takes linear time, whatever the text.", source: "design 8" },
  {
    id: "TEXT-5",
    rule: "What a carriage return, a backspace, an erased line or a cursor moved up overwrites is not shown: 2,000 frames are one line.",
    source: "case B39",
  },
  {
    id: "TEXT-6",
    rule: "A redraw takes linear time and bounded blanks, and reaches no further up than a terminal is high.",
    source: "design 8",
  },
  {
    id: "TEXT-7",
    rule: "The start-up lines of the shell are removed at the head of a log, and nowhere else.",
    source: "behaviour 13, reader noise",
  },
  { id: "TEXT-8", rule: "A raw answer is the bytes as text: nothing is removed.", source: "design 5.2, `logs --raw`" },
  {
    id: "TEXT-9",
    rule: "A text cut in front begins at a line start when one is near, never inside a character, and says how much is missing.",
    source: "original #23287",
  },
  {
    id: "TEXT-10",
    rule: "A tail never begins inside an escape sequence, and has enough in front of it to redact a secret at the cut.",
    source: "behaviour 9, defect 15",
  },
  { id: "TEXT-11", rule: "A newline ends a line and begins none.", source: "design 5.2, `logs -n`" },
  {
    id: "LOG-1",
    rule: "The extent counts bytes, from the oldest kept to the last ever written, with the lost ones told.",
    source: "behaviour 15.8, design 2",
  },
  {
    id: "LOG-2",
    rule: "A loss at the very end is told as well, and whether it was counted or only bounded.",
    source: "design D1",
  },
  { id: "LOG-3", rule: "A log is drained when its pipe is renamed or gone.", source: "design D2" },
  {
    id: "LOG-4",
    rule: "A read gives consecutive bytes over segments, from the first one that is still there, and stops before a gap.",
    source: "design D1",
  },
  {
    id: "LOG-5",
    rule: "Segments may go away at any moment, also while they are read: no byte is invented, and no call fails.",
    source: "design D1",
  },
  {
    id: "LOG-6",
    rule: "The whole log can be paged by lines, from either end, while it grows and while old lines go.",
    source: "design 6, behaviour 15.12",
  },
  {
    id: "LOG-7",
    rule: "A page has a bound, whatever a line is, and says how many bytes of it are left out.",
    source: "cases B35 and B37",
  },
  { id: "LOG-8", rule: "A page from the end shows the end, behind a gap as well.", source: "original #23287" },
  { id: "LOG-9", rule: "Counting lines lets others run.", source: "design 7" },
  {
    id: "LOG-10",
    rule: "A waiting follower wakes when bytes come, when a segment begins, when the log is drained, and when it is told to stop.",
    source: "design 5.1, `follow`",
  },
  {
    id: "LOG-11",
    rule: "While output flows a follower is woken at most every 50 ms, or for a whole read.",
    source: "field notes 4.3",
  },
  {
    id: "LOG-12",
    rule: "Without watches left in the kernel a follower looks four times a second.",
    source: "inotify_add_watch(2), ENOSPC",
  },
  { id: "LOG-13", rule: "A follower leaves no watch, timer or descriptor behind.", source: "original #81292" },
];
