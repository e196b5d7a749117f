import type { Requirement } from "./requirement.ts";

export const inputRequirements: readonly Requirement[] = [
  {
    id: "INPUT-1",
    rule: "A process that waits for somebody to type is told within three seconds, with its last line and what kind of input it waits for.",
    source: "ours, cases B65 and B67",
  },
  {
    id: "INPUT-2",
    rule: "That a process waits is proved by the kernel, never guessed: one that sleeps, works, or waits for something else is not told, whatever it has printed.",
    source: "field notes, part A section 3: peers guess from idle time or from text",
  },
  {
    id: "INPUT-3",
    rule: "Each stop is told once; what is typed without an end of line is no new one.",
    source: "ours",
  },
  { id: "INPUT-4", rule: "A command that has ended is never told to wait.", source: "case B23, gemini-cli #25166" },
  {
    id: "INPUT-5",
    rule: "An ordinary user is told of his own processes, and that a program of root asks for a password.",
    source: "ptrace(2), proc_pid_syscall(5), case B67",
  },
  {
    id: "INPUT-6",
    rule: "A process that cannot be typed to, or has no terminal, costs nothing while it is quiet.",
    source: "design 3, D1",
  },
  {
    id: "INPUT-7",
    rule: "What a poll, a select or an epoll waits for is looked up; a relay to another terminal or another machine proves nothing.",
    source: "proc_pid_syscall(5), proc_pid_fdinfo(5)",
  },
  { id: "INPUT-8", rule: "A prompt is redacted, clean, and at most 500 characters.", source: "design 5, redaction" },
  {
    id: "INPUT-9",
    rule: "What was told is not told again after a restart.",
    source: "ours",
  },
  { id: "INPUT-10", rule: "Nobody is told that it waits while somebody looks at its terminal live.", source: "ours" },
];
