import type { Requirement } from "./requirement.ts";

export const terminalRequirements: readonly Requirement[] = [
  {
    id: "TERM-1",
    rule: "A key has a name, and sends what an xterm sends for it.",
    source: "design 5.2, xterm's ctlseqs",
  },
  {
    id: "TERM-2",
    rule: "Each query has the answer of a plain xterm, and nothing else has one.",
    source: "behaviour 4, xterm's ctlseqs",
  },
  {
    id: "TERM-3",
    rule: "Queries are found over reads cut anywhere, in bounded memory.",
    source: "behaviour 4, ECMA-48 5.4",
  },
  {
    id: "TERM-4",
    rule: "A process with `pty` has a terminal, 30 by 120 unless asked otherwise, and answers say so.",
    source: "design D3, original",
  },
  { id: "TERM-5", rule: "A size that is none is refused before anything is started.", source: "design 5.1" },
  {
    id: "TERM-6",
    rule: "In a terminal pagers are `cat` unless set, TERM is one that can do something, and the size of the caller's terminal is not handed on.",
    source: "behaviour 6.3, original",
  },
  {
    id: "TERM-7",
    rule: "Where nothing can hold a terminal there is a pipe, and the answer and the record say so.",
    source: "design D3",
  },
  { id: "TERM-8", rule: "A resize reaches the program, and a restart begins with the last size.", source: "design D3" },
  {
    id: "TERM-9",
    rule: "Enter is a carriage return in a terminal, and end of file is its character for that, also in the middle of a line.",
    source: "termios(3)",
  },
  {
    id: "TERM-10",
    rule: "Bytes are counted, what a terminal does not take is told, and no character is cut in two.",
    source: "design 5.1, design 8",
  },
  {
    id: "TERM-11",
    rule: "A line that the terminal would cut is refused before anything of it is typed.",
    source: "case B103, termios(3)",
  },
  { id: "TERM-12", rule: "A half of a surrogate pair is typed as U+FFFD.", source: "design 8" },
  {
    id: "TERM-13",
    rule: "A paste stands between marks when the program has asked for them, and never holds one.",
    source: "xterm's ctlseqs",
  },
  { id: "TERM-14", rule: "Cursor keys follow the mode that the program has set.", source: "xterm's ctlseqs" },
  {
    id: "TERM-15",
    rule: "A query is answered within 20 ms, also one that comes in pieces.",
    source: "case B101, behaviour 4",
  },
  {
    id: "TERM-16",
    rule: "After a restart of the registry a query is answered only if the program may still wait, and never twice.",
    source: "design D3",
  },
  {
    id: "TERM-17",
    rule: "A secret is typed only while nothing would show it, and is in no answer, event, record or file of ours.",
    source: "design 8",
  },
  { id: "TERM-18", rule: "A secret that a program shows later is masked.", source: "design 8" },
  {
    id: "TERM-19",
    rule: "Watch patterns, heartbeats and stops for input work in a terminal.",
    source: "design D3, case B23",
  },
  {
    id: "TERM-20",
    rule: "The log of a terminal reads as what was left on it: no carriage returns, no frames of a spinner, no broken characters.",
    source: "design D3, case B71",
  },
  {
    id: "TERM-21",
    rule: "A kill ends the tree in a terminal, and a terminal that is closed ends what hangs on it.",
    source: "design D5, setsid(2)",
  },
  {
    id: "TERM-22",
    rule: "What is printed at the very end is in the log, and the exit code is exact.",
    source: "design D3, design 7",
  },
  {
    id: "TERM-23",
    rule: "Terminals survive kill -9 of the daemon, and the next one types into the same; no byte is lost.",
    source: "design D3, design 7",
  },
  { id: "TERM-24", rule: "No descriptor and no terminal leaks.", source: "cases B97, B99" },
  { id: "TERM-25", rule: "A shell with job control in a terminal never stops its host.", source: "case B105" },
  {
    id: "TERM-30",
    rule: "Real programs are driven to their end by what is typed: the screen is right at each moment, and the exit code is exact.",
    source: "design D3, design 7",
  },
  {
    id: "TERM-31",
    rule: "A passphrase that real programs ask for is nowhere: not in the log, an answer, an event or a file.",
    source: "design 8",
  },
  {
    id: "TERM-32",
    rule: "Without `script` a terminal made by the optional package does the same: output, codes, signals, input, sizes, kills.",
    source: "design D3, field notes C 1",
  },
  {
    id: "TERM-33",
    rule: "Such a terminal survives kill -9 of who started it, and the next one types into it and collects its exit code.",
    source: "design D3, design 7",
  },
];
