import type { Requirement } from "./requirement.ts";

export const queueRequirements: readonly Requirement[] = [
  {
    id: "QUEUE-1",
    rule: "Every type of event is kept in a file, and is the same after a restart of the owner.",
    source: "design 3, case B41",
  },
  {
    id: "QUEUE-2",
    rule: "A file in the queue that is no event, or of an unknown type, is set aside and said, and the others are told.",
    source: "design 3",
  },
  {
    id: "QUEUE-3",
    rule: "After a crash between the file of an event and the record, how far the owner was told follows from the file.",
    source: "design 3",
  },
  {
    id: "QUEUE-4",
    rule: "An answer that tells an ending takes everything else away that waits about the process.",
    source: "behaviour 13.2, original #15276, case B49",
  },
  {
    id: "QUEUE-5",
    rule: "Whoever takes a completion leaves no older event of the process behind, and what was said before comes before it.",
    source: "original #15276, case B49",
  },
  {
    id: "QUEUE-6",
    rule: "After its completion nothing more is said of a process.",
    source: "behaviour 13.2 (dropped after exit), original #15642",
  },
  {
    id: "QUEUE-7",
    rule: "Of a kill by its owner, or by somebody unknown, nobody is told, not even who listens; of another's kill the owner is.",
    source: "case B47",
  },
  {
    id: "QUEUE-8",
    rule: "Who listens for events is not told an ending that a wait is just answering, and is told it when that wait was given up.",
    source: "behaviour 13.2 (told once)",
  },
  {
    id: "QUEUE-9",
    rule: "A host can put the result of a delegation into the queue; it is checked, its texts are masked, and it is told once.",
    source: "behaviour 1.6, 15.16",
  },
  {
    id: "QUEUE-10",
    rule: "Events that the disk has no room for are told all the same, and are written when there is room.",
    source: "design 3",
  },
  {
    id: "QUEUE-11",
    rule: "However often the daemon is killed, no event is lost, and none comes again after it was acknowledged.",
    source: "design 3, case B41",
  },
  {
    id: "QUEUE-12",
    rule: "A consumer that dies between getting an event and acknowledging it gets it again.",
    source: "design 3, case B41",
  },
  {
    id: "ROUTE-1",
    rule: "An event of a conversation goes to that conversation only; one of none goes to whoever asks first; what is not owned stays.",
    source: "behaviour 1.5, original #58684",
  },
  {
    id: "ROUTE-2",
    rule: "A callback that proves ownership wins over the conversation; only true takes, and an exception keeps the event in the queue.",
    source: "behaviour 13.2, original #55578",
  },
  {
    id: "ROUTE-3",
    rule: "A delegation of an earlier run is taken only with a proof.",
    source: "behaviour 15.16, original #58684",
  },
  {
    id: "ROUTE-4",
    rule: "Events about processes of subagents are dropped unless the home is set to tell them; delegations never are.",
    source: "behaviour 1.5",
  },
  {
    id: "ROUTE-5",
    rule: "Events are the same in process and through the daemon, drained or listened for.",
    source: "case B45",
  },
  {
    id: "ROUTE-6",
    rule: "A drain skips a completion that a poll has shown, but no other event of that process.",
    source: "original #8228",
  },
  {
    id: "FLOW-1",
    rule: "More than 15 matches in 10 s over all processes: the rest is counted for 30 s, said once at the begin and once at the end.",
    source: "behaviour 13.2 (breaker), seed 883-932",
  },
  {
    id: "FLOW-2",
    rule: "The end of the pause is told when its time is up, without another match.",
    source: "design 5, case B41",
  },
  {
    id: "FLOW-3",
    rule: "An owner is told 60 events an hour one by one; then one event says that further ones are counted, and one at the end how many there were.",
    source: "design 5, case B47",
  },
  {
    id: "FLOW-4",
    rule: "Completions and delegations are told whatever the budget says.",
    source: "design 5",
  },
  {
    id: "FLOW-5",
    rule: "How many events were told lasts over a restart; a damaged file of it begins anew.",
    source: "design 3",
  },
  {
    id: "FLOW-6",
    rule: "A clock that is set, forwards or back, stretches no pause and no hour.",
    source: "design 5",
  },
  {
    id: "FLOW-7",
    rule: "Owners and processes beyond what is remembered cost no memory, and no number is lost.",
    source: "house rule: nothing that others fill grows without a bound",
  },
  {
    id: "LINGER-1",
    rule: "A program that is about to exit waits for the processes that it is to be told of, until they have ended or its time is up.",
    source: "original #17327, #90879",
  },
  {
    id: "LINGER-2",
    rule: "No time, nothing to be told of, or a task without processes: it does not wait.",
    source: "behaviour 13.2 (linger tests)",
  },
  {
    id: "LINGER-3",
    rule: "Ended processes of a task are listed as unread until somebody was told: the owner may have ended before them.",
    source: "original #105125, case B43",
  },
  {
    id: "LINGER-4",
    rule: "A goal waits for a process that runs and whose watch patterns have matched nothing; never for an unknown one.",
    source: "behaviour 11.4",
  },
  {
    id: "LINGER-5",
    rule: "A conversation is active while a process of it runs that is not too old.",
    source: "behaviour 11.1, original #29177",
  },
  {
    id: "LINGER-6",
    rule: "A watcher is handed over once for each start with an interval, and again after a restart while the process runs.",
    source: "behaviour 2.3, 10.4, original #112033",
  },
];
