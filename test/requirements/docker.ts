import type { Requirement } from "./requirement.ts";

export const dockerRequirements: readonly Requirement[] = [
  {
    id: "DOCKER-1",
    rule: "A container keeps the contract of environments, with bytes, input and reconnecting.",
    source: "behaviour 7.1, issue 7",
  },
  {
    id: "DOCKER-2",
    rule: "A container that is gone, stopped or paused, and an engine that does not answer or does not let us in, are told apart.",
    source: "issue 7: container stopped, removed, paused",
  },
  {
    id: "DOCKER-3",
    rule: "An image stands for one container a name and home, with the limits of the name; it is found again after our restart.",
    source: "issue 7: a new one (docker-image:IMAGE)",
  },
  {
    id: "DOCKER-4",
    rule: "A container that we have made is removed only when that was asked for, nothing runs in it, and nothing of ours lies there.",
    source: "design 1: nothing is lost",
  },
  {
    id: "DOCKER-5",
    rule: "What a call has started is ended there, also when the call was stopped before it had begun.",
    source: "case B93, case B95",
  },
  {
    id: "DOCKER-6",
    rule: "The engine is where the name says, or its variable, or where it usually is; nothing goes over SSH without a check of the host's key.",
    source: "issue 7: socket or remote; design 8",
  },
  {
    id: "DOCKER-7",
    rule: "A background process in a container loses no byte of output, whatever happens to the connection, the engine or the container.",
    source: "issue 7: faults on the real ones",
  },
];
