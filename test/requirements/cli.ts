import type { Requirement } from "./requirement.ts";

export const cliRequirements: readonly Requirement[] = [
  {
    id: "CLI-1",
    rule: "One word is a line for the shell; of several words each reaches the program exactly as it was typed.",
    source: "design 5.2",
  },
  { id: "CLI-2", rule: "stdout carries data only; everything else is on stderr.", source: "pueue 4.0, design 5.2" },
  { id: "CLI-3", rule: "`run` prints the id alone on a line.", source: "pueue --print-task-id, design 5.2" },
  {
    id: "CLI-4",
    rule: "`wait`, `run --wait` and `run --follow` exit with the process's own code, 128 + n after a death by signal n.",
    source: "design 5.2, case B77",
  },
  {
    id: "CLI-5",
    rule: "Ctrl-C while waiting or following lets go of the process, says its id and how to end it, and exits with 130.",
    source: "design 5.2",
  },
  { id: "CLI-6", rule: "`--json` prints what the operation answers, one value a line.", source: "design 5.2" },
  {
    id: "CLI-7",
    rule: "Exit codes of our own: 1 failure, 2 usage, 3 no such process, 4 daemon not reachable, 124 time is up.",
    source: "design 5.2",
  },
  {
    id: "CLI-8",
    rule: "A beginning of several ids is a usage error that names them.",
    source: "behaviour 3, design 5.2",
  },
  {
    id: "CLI-9",
    rule: "Tables are aligned by the columns that characters take, and cut to the width of the terminal.",
    source: "UAX #11",
  },
  {
    id: "CLI-10",
    rule: "No control character of a command, an output or an event reaches the terminal, unless `logs --raw` asks for it.",
    source: "CWE-150",
  },
  { id: "CLI-11", rule: "Colours are for terminals, and never with NO_COLOR.", source: "no-color.org" },
  {
    id: "CLI-12",
    rule: "`ps` shows what runs and what ended within the last hour; `--all` shows everything.",
    source: "design 5.2",
  },
  {
    id: "CLI-13",
    rule: "`ps --watch` draws over the last picture, and gives the terminal back as it was.",
    source: "watch(1)",
  },
  {
    id: "CLI-14",
    rule: "`kill` prints what was killed and what is left, and fails when something is left.",
    source: "design 5.2, pitchfork",
  },
  { id: "CLI-15", rule: "A reader of stdout that leaves ends a command quietly.", source: "signal(7), SIGPIPE" },
  {
    id: "CLI-16",
    rule: "An error is one sentence on stderr; BELLHOP_DEBUG=1 adds where it came from.",
    source: "design 5.2",
  },
  {
    id: "CLI-17",
    rule: "A wait that times out exits with 124 and says that the process runs on and that this is no error.",
    source: "timeout(1), case B27",
  },
  {
    id: "CLI-18",
    rule: "`events` leaves the events queued; `events --follow` takes each after it was printed.",
    source: "design 5.1, case B41",
  },
  { id: "CLI-19", rule: "`daemon status` and `daemon stop` never start a daemon.", source: "design 5.2" },
  { id: "CLI-20", rule: "`daemon status` exits with 3 when no daemon runs.", source: "LSB, init script actions" },
  {
    id: "CLI-21",
    rule: "`doctor` says of each thing whether it is fine and what to do, and fails when one is not.",
    source: "design 5.2",
  },
  {
    id: "CLI-22",
    rule: "Completion knows commands, options and processes, and never starts a daemon or says anything else.",
    source: "design 5.2",
  },
  {
    id: "CLI-23",
    rule: "Every command has a description and an example; docs/cli.md has every command and option, and no other.",
    source: "fastify, docs against code both ways",
  },
  { id: "CLI-24", rule: "A person who looks at output takes no event away from its owner.", source: "design 8" },
  {
    id: "CLI-25",
    rule: "What a process left behind does not hold `run --follow`, and nothing of the output is missed.",
    source: "case B17",
  },
  {
    id: "CLI-26",
    rule: "Who kills a process of another owner does not take that owner's event away; of one's own no event is due.",
    source: "design 8, case B47",
  },
  { id: "CLI-27", rule: "`send` delivers all bytes, however slowly they are read.", source: "case B103" },
  {
    id: "CLI-28",
    rule: "An ordinary line is read without the full parser, and means the same to both.",
    source: "design 7, `bellhop ps`",
  },
  {
    id: "CLI-29",
    rule: "While it waits on a terminal, one line on stderr shows the time gone by and the last line of output.",
    source: "design 5.2",
  },
  { id: "CLI-31", rule: "`events --follow` prints each event of every type on one line.", source: "design 5.2" },
  {
    id: "CLI-32",
    rule: "`wait --for` returns at the first condition and says why: 0 for a condition, 1 when it will not be ready.",
    source: "design 5.2",
  },
  {
    id: "CLI-33",
    rule: "`run --wait-ready` prints the id and returns when it is ready; otherwise it fails, with the last lines on stderr.",
    source: "design 5.2",
  },
  {
    id: "CLI-34",
    rule: "What is told while it runs is asked for with options of `run`, and contradictions are usage errors.",
    source: "design 5.2",
  },
  { id: "CLI-35", rule: "`ps` and `show` tell the ports and whether it is ready.", source: "design 5.2" },
  { id: "CLI-36", rule: "The secret that signs posts reaches no job.", source: "design 8" },
  {
    id: "CLI-37",
    rule: "`doctor --self-test` tries with real processes what is promised, tells what was seen where it does not hold, and leaves nothing.",
    source: "design 5.2",
  },
  { id: "CLI-30", rule: "`rm` forgets what has ended, by id, by age or all of it.", source: "design 5.2" },
];
