import type { Requirement } from "./requirement.ts";

export const sshRequirements: readonly Requirement[] = [
  {
    id: "SSH-1",
    rule: "A machine over SSH keeps the contract of environments, whatever its login shell, its language and its limit of sessions are.",
    source: "issue 7, behaviour 7.1",
  },
  {
    id: "SSH-2",
    rule: "A host is trusted only by a key that is known: unknown, changed and revoked ones are refused before anything is sent.",
    source: "issue 7: host key checking on by default; sshd(8), SSH_KNOWN_HOSTS FILE FORMAT",
  },
  {
    id: "SSH-3",
    rule: "Keys come from the agent and from files; one that cannot be used is named with what to do.",
    source: "issue 7: agent and keys",
  },
  {
    id: "SSH-4",
    rule: "All calls share one connection, more than the machine takes at the same time wait, and ending a call never waits for one.",
    source: "issue 7: one connection reused; sshd_config(5), MaxSessions",
  },
  {
    id: "SSH-5",
    rule: "A lost connection is `unreachable`, and the next call makes a new one.",
    source: "issue 7: reconnect",
  },
  {
    id: "SSH-6",
    rule: "A machine that does not answer is given up in bounded time, whether it never did or has fallen silent.",
    source: "issue 7, faults",
  },
  {
    id: "SSH-7",
    rule: "No byte of an output is lost, however long it is and however it ends.",
    source: "issue 7, faults",
  },
  {
    id: "SSH-8",
    rule: "The simple part of ~/.ssh/config is heeded, and a host that it reaches by a detour is refused with a sentence.",
    source: "ssh_config(5)",
  },
  {
    id: "SSH-9",
    rule: "A process on another machine loses no byte when its connection is cut, and its whole tree ends there when it is killed.",
    source: "issue 7, faults",
  },
];
