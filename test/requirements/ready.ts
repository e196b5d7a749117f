import type { Requirement } from "./requirement.ts";

export const readyRequirements: readonly Requirement[] = [
  {
    id: "READY-1",
    rule: "A server is ready when its own tree listens on the port, whatever its address and however it has detached.",
    source: "design 5.1",
  },
  {
    id: "READY-2",
    rule: "A process is ready when it has printed a matching line, also an unfinished one, or its very last.",
    source: "design 5.1",
  },
  {
    id: "READY-3",
    rule: "A page is ready when its own server answers below 500; a stranger on another address is not asked.",
    source: "design 5.1",
  },
  {
    id: "READY-4",
    rule: "A process that ends first, or whose time is up, is not ready; its last lines are told.",
    source: "ours",
  },
  {
    id: "READY-5",
    rule: "Who keeps the port is named, with the process of Bellhop that it belongs to; an old server that is just ending is not.",
    source: "ours",
  },
  {
    id: "READY-6",
    rule: "It is told once in a life, and waited for over a restart of the registry, whose time counts.",
    source: "ours",
  },
  {
    id: "READY-7",
    rule: "The ports of a tree are told without being asked for.",
    source: "ours",
  },
  {
    id: "READY-8",
    rule: "Starting what already runs says so, with its id and its ports, when it is of the same owner or conversation.",
    source: "ours, case B83, original #79171",
  },
  {
    id: "READY-9",
    rule: "What is to be told while it runs is checked before anything is started, and said in the answer.",
    source: "STYLE.md",
  },
  {
    id: "READY-10",
    rule: "With notify_on_complete, watch patterns are dropped, and the answer says why.",
    source: "behaviour 10.4, original #12113",
  },
  {
    id: "READY-11",
    rule: "A server in a network namespace of its own is found there.",
    source: "network_namespaces(7)",
  },
  {
    id: "SOCKET-1",
    rule: "The listening sockets are those of the kernel's tables, IPv4 and IPv6, with their addresses.",
    source: "proc(5), /proc/net/tcp",
  },
  {
    id: "SOCKET-2",
    rule: "The holder of a socket is found by its descriptors, and whose job it is by the mark of it, its ancestors or its session.",
    source: "proc(5), /proc/pid/fd; design D5",
  },
  {
    id: "SOCKET-3",
    rule: "What may not be looked at is known as such, and does not cost a look at every process each time.",
    source: "ptrace(2), access mode checking",
  },
  { id: "SOCKET-4", rule: "Looks at the sockets are shared, so that a list costs one.", source: "design 7" },
  {
    id: "SOCKET-5",
    rule: "A page is asked for on this host only, at an address where nobody else answers, without following redirects.",
    source: "design 8",
  },
];
