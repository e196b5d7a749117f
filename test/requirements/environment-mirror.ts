import type { Requirement } from "./requirement.ts";

export const environmentMirrorRequirements: readonly Requirement[] = [
  {
    id: "EWH-1",
    rule: "A command in another environment leaves the same files here as one of this host: its log byte by byte, its receipt, `drained`.",
    source: "issue F, design 3 D1 and D2",
  },
  {
    id: "EWH-2",
    rule: "It needs dash, bash or busybox there, whatever the login shell is, and any way to send a byte; no value becomes shell text unquoted.",
    source: "issue F: faults, ARCHITECTURE invariant 2",
  },
  { id: "EWH-3", rule: "A death by signal there is told as one.", source: "design 3 D2" },
  {
    id: "EWH-4",
    rule: "A command there leads a session of its own, ignores no signal that it should not, and does not carry the mark of the call.",
    source: "issue F: launch in its own session; POSIX sh, 2.11",
  },
  {
    id: "EWH-5",
    rule: "A start whose answer was lost, or that is asked twice, starts once.",
    source: "ARCHITECTURE invariant 3",
  },
  { id: "EWH-6", rule: "A failed launch is an error with what was said there.", source: "issue F" },
  {
    id: "EWH-7",
    rule: "After a start that nobody heard of nothing of it runs there.",
    source: "issue F, port `launch`",
  },
  { id: "EWH-8", rule: "The scripts are put there once, and again when they were removed.", source: "issue F" },
  { id: "EWH-9", rule: "A command as long as here may be started there.", source: "execve(2), MAX_ARG_STRLEN" },
  {
    id: "EWH-10",
    rule: "Calls that fail, are cut in the middle, or whose answer is lost lose no byte and double none.",
    source: "issue F: 0 bytes lost after reconnect",
  },
  { id: "EWH-11", rule: "After a restart of ours the copy goes on where the log here ends.", source: "issue F" },
  {
    id: "EWH-12",
    rule: "Bytes that were sent are not sent again, and a quiet process costs a small call every two seconds.",
    source: "issue F: bytes re-sent a poll must not grow with the log",
  },
  { id: "EWH-13", rule: "A large output arrives as it is.", source: "issue F: 1 GiB of output" },
  {
    id: "EWH-14",
    rule: "What was dropped there before it was copied is a gap here, and the log here stays as bounded as there.",
    source: "issue F: rotation noticed",
  },
  {
    id: "EWH-15",
    rule: "A loss on a full disk there is told here, with the CPU time of the receipt.",
    source: "design 3 D1",
  },
  {
    id: "EWH-16",
    rule: "A leftover that holds the output open delays the receipt only a moment, and is copied on.",
    source: "design 3 D2",
  },
  {
    id: "EWH-17",
    rule: "When the shim there was killed, contact is over only when its command has ended, too.",
    source: "port `Contact`",
  },
  {
    id: "EWH-18",
    rule: "A pid that is another's by now is not taken for a shim there.",
    source: "design 3 D5, a container that was restarted",
  },
  {
    id: "EWH-19",
    rule: "A process of which nothing is known there is gone, and a call to start it that comes late runs nothing.",
    source: "ARCHITECTURE invariant 3",
  },
  {
    id: "EWH-20",
    rule: "Lost contact is told with its reason and for how long, and when it is back.",
    source: "issue F",
  },
  {
    id: "EWH-21",
    rule: "One call looks at all processes of an environment.",
    source: "issue F: 200 processes over one connection",
  },
  {
    id: "EWH-22",
    rule: "The directory there goes when the process is forgotten, never while it runs.",
    source: "port `forget`",
  },
  {
    id: "EWH-23",
    rule: "A connection that nothing needs is let go, and made again.",
    source: "design 8: no leaked descriptor",
  },
  {
    id: "EWH-24",
    rule: "What cannot be stored here stays there, and comes when it can.",
    source: "design 8: disk full",
  },
  { id: "EWH-25", rule: "A copier that was killed there is replaced.", source: "design 8: lost output" },
  {
    id: "EWH-30",
    rule: "The tree there is found by parents, session and mark: also a daemon that left all of them but the mark; never the shim.",
    source: "design 3 D5",
  },
  { id: "EWH-31", rule: "A kill there reaches the whole tree, and who survived is seen there.", source: "issue F" },
  { id: "EWH-32", rule: "The start time is compared there before a signal.", source: "design 3 D5" },
  {
    id: "EWH-33",
    rule: "A tree that cannot be looked at is an error, not an empty one.",
    source: "design 8: a survivor after a kill",
  },
  { id: "EWH-34", rule: "Without `/proc` there the tree is found by `ps`.", source: "issue F, macOS over SSH" },
  {
    id: "EWH-40",
    rule: "What is written to an input there arrives byte by byte, and it can be closed.",
    source: "issue F",
  },
  {
    id: "EWH-41",
    rule: "A full input there takes what it can, up to a whole character, and says how much.",
    source: "port `write`",
  },
  { id: "EWH-42", rule: "An input that nobody reads any more says so.", source: "pipe(7), ENXIO" },
  { id: "EWH-43", rule: "A terminal there has its size, takes keys, and can be resized.", source: "issue F: PTY" },
  { id: "EWH-44", rule: "Ctrl-C in a terminal there reaches its program.", source: "termios(3), ISIG" },
  {
    id: "EWH-45",
    rule: "Where nothing holds a terminal there is an input in its place, and a note.",
    source: "design 3 D3",
  },
];
