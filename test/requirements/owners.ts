import type { Requirement } from "./requirement.ts";

export const ownersRequirements: readonly Requirement[] = [
  {
    id: "OWNER-3",
    rule: "killAll ends what lives of a task, or of all, and answers how many; who only shares its sandbox or its conversation is passed by.",
    source: "seed: ProcessRegistry.kill_all; original #120546; cases B3, B7",
  },
  {
    id: "OWNER-4",
    rule: "A sweep that cleans up after an agent passes by what persists, running or left over; any other source ends it.",
    source: "original #41225",
  },
  {
    id: "OWNER-5",
    rule: "The kills of a sweep run side by side; one that resists neither stops the others nor is counted.",
    source: "issue on ownership, killAll",
  },
  {
    id: "OWNER-6",
    rule: "The endings of a sweep are told to their owners, unless it consumes them.",
    source: "seed: ProcessRegistry.kill_all",
  },
  {
    id: "OWNER-7",
    rule: "killStartedSince ends what of a task is not in the snapshot, and queues nothing.",
    source: "seed: test_kill_started_since_preserves_preexisting_and_foreign_processes; case B11",
  },
  {
    id: "OWNER-8",
    rule: "Only a running process of the named owner is handed over; then it is the other's in every way.",
    source: "seed: ProcessRegistry.transfer_ownership; original #105125",
  },
  {
    id: "OWNER-9",
    rule: "The events of a process that wait go along when it is handed over, also when a crash came in between.",
    source: "issue on ownership, transferOwnership",
  },
  {
    id: "OWNER-10",
    rule: "The note of a handover is in the record and in the completion, redacted and bounded; a restart does not inherit it.",
    source: "seed: ProcessSession.handoff_note; behaviour 1.2",
  },
  {
    id: "OWNER-11",
    rule: "What runs of a task is asked by the task that started it, else by its sandbox key; what has ended does not count.",
    source: "seed: has_active_processes, running_owned_by, has_any_active, count_running; behaviour 3",
  },
  { id: "OWNER-12", rule: "Ownership works the same through the daemon.", source: "design 5.1" },
  {
    id: "OWNER-13",
    rule: "`bellhop kill --all` ends what was left running, too, and persistent ones, unless `--source` names a sweep that cleans up.",
    source: "original #41225",
  },
  {
    id: "LEFT-1",
    rule: "Within a second of the end of the command everybody is told what it left running: pids, programs, ports, CPU and memory, wherever the output of those goes.",
    source: "original #17327; cases B9, B17, B19",
  },
  {
    id: "LEFT-2",
    rule: "A leftover that ends goes from the answers, and what it starts comes.",
    source: "issue on leftovers",
  },
  { id: "LEFT-3", rule: "Who ends together with the command is not left over.", source: "issue on leftovers" },
  {
    id: "LEFT-4",
    rule: "A kill of the ended process ends its leftovers, in less than 5 s, also one that has lost parent, session and mark.",
    source: "original #70716; case B21",
  },
  { id: "LEFT-5", rule: "An ending that is lost has leftovers, too.", source: "issue on leftovers" },
  { id: "LEFT-6", rule: "Leftovers are found again by the next owner of the home.", source: "design D6" },
  { id: "LEFT-7", rule: "Of many leftovers the first are described, and all pids told.", source: "design 8" },
  {
    id: "STOP-1",
    rule: "A kill with grace 0 that is finished after a restart sends no SIGKILL either; a record without a grace takes the default.",
    source: "original #50489; design D7",
  },
  {
    id: "STOP-2",
    rule: "A kill that was interrupted is finished also when the command itself has ended meanwhile.",
    source: "design D7",
  },
  {
    id: "STOP-3",
    rule: "Each signal that a kill takes is known by number, under all its names.",
    source: "signal(7): SIGIOT, SIGPOLL",
  },
  { id: "TABLE-10", rule: "The trees of several processes follow from one look.", source: "issue on leftovers" },
  {
    id: "TABLE-11",
    rule: "The usage of a process is its program, its own processor time and its resident memory.",
    source: "proc_pid_stat(5), proc_pid_status(5), ps(1)",
  },
];
