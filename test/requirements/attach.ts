import type { Requirement } from "./requirement.ts";

export const attachRequirements: readonly Requirement[] = [
  {
    id: "ATT-1",
    rule: "`attach` shows the screen as it is now, with its modes, and then the output as it comes.",
    source: "design 5.2, issue 5",
  },
  {
    id: "ATT-2",
    rule: "No query reaches the terminal of who looks, however it is cut, and everything else does.",
    source: "xterm's ctlseqs, behaviour 7",
  },
  {
    id: "ATT-3",
    rule: "The terminal of the process has the size of the one that was resized last; who only looks changes nothing.",
    source: "tmux window-size latest",
  },
  {
    id: "ATT-4",
    rule: "What is typed arrives as bytes, in order; the detach key leaves, in every form that a terminal gives it.",
    source: "abduco(1), kitty keyboard protocol",
  },
  {
    id: "ATT-5",
    rule: "Whatever ends it, the terminal of the person is as it was: its modes, its first screen, its cursor, its title.",
    source: "design 5.2, issue 5",
  },
  { id: "ATT-6", rule: "It ends with the process, and exits with its code.", source: "design 5.2" },
  {
    id: "ATT-7",
    rule: "Where the process or the caller has no terminal, `attach` says so and what to do instead.",
    source: "issue 5",
  },
  {
    id: "ATT-8",
    rule: "When the daemon dies, who is attached goes on with the next one; what may have been typed is not typed twice.",
    source: "design 5.2",
  },
  {
    id: "ATT-9",
    rule: "A secret is read from a terminal, unseen, and never from an argument.",
    source: "design 5.2, proc_pid_cmdline(5)",
  },
  { id: "ATT-10", rule: "`send` types the text, then Enter, then the keys.", source: "design 5.2" },
  {
    id: "ATT-11",
    rule: "`exec` prints the output as it is, and exits with the code of the command.",
    source: "design 5.2",
  },
  {
    id: "ATT-12",
    rule: "Ctrl-C in `exec` interrupts the command, and a second one ends it.",
    source: "issue 5",
  },
  {
    id: "ATT-13",
    rule: "Past its time `exec` lets the command go on, its end queues an event, and no output is lost.",
    source: "design 5.2, issue 5",
  },
  { id: "ATT-14", rule: "`run --pty` asks for a terminal, and for its size.", source: "design 5.2" },
  { id: "ATT-15", rule: "Who was attached takes no event away from its owner.", source: "design 8" },
];
