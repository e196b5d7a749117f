import type { Requirement } from "./requirement.ts";

export const mcpRequirements: readonly Requirement[] = [
  {
    id: "MCP-1",
    rule: "Clients of the old and of the new version of the protocol are served alike.",
    source: "design 4 (mcp), MCP 2025-11-25 and 2026-07-28",
  },
  {
    id: "MCP-2",
    rule: "Each tool has annotations and an output schema, and answers with an object that fits it.",
    source: "MCP 2025-06-18",
  },
  { id: "MCP-3", rule: "What was started survives its client.", source: "design 4 (mcp), 5.2" },
  {
    id: "MCP-4",
    rule: "Events of the caller come with the next answer of a tool, once.",
    source: "design 4 (mcp), 5.2",
  },
  {
    id: "MCP-5",
    rule: "A client that subscribes is told of events and of output as they happen, in both versions; that takes nothing.",
    source: "design 4 (mcp), 5.2",
  },
  {
    id: "MCP-6",
    rule: "An event is taken only after the answer that carries it has left.",
    source: "design 8",
  },
  {
    id: "MCP-7",
    rule: "A caller sees and touches only what it owns or shares a conversation with; the rest answers like what does not exist.",
    source: "design 5.2 (owner, session)",
  },
  {
    id: "MCP-8",
    rule: "An operator may see every process, and takes nobody else's events.",
    source: "design 5.2 (owner, session)",
  },
  {
    id: "MCP-9",
    rule: "A long call reports progress when it is asked to, and a cancelled one ends without touching the process.",
    source: "design 4 (mcp), 5.2",
  },
  { id: "MCP-10", rule: "A read-only server only looks.", source: "design 4 (mcp), 5.2" },
  { id: "MCP-11", rule: "Commands can be allowed and denied, by what they run.", source: "design 4 (mcp), 5.2" },
  {
    id: "MCP-12",
    rule: "No malformed message ends the server or keeps it from answering the next one.",
    source: "design 8",
  },
  {
    id: "MCP-13",
    rule: "The log of a process is a resource; reading it takes no event.",
    source: "design 4 (mcp), 5.2",
  },
  {
    id: "MCP-14",
    rule: "A wait without a time and without progress returns before clients give up.",
    source: "SDK: a request times out after 60 s",
  },
  {
    id: "MCP-15",
    rule: "HTTP answers only on the loopback address, only who has the token, and no web page of another origin.",
    source: "design 5.4 (token), MCP transports (DNS rebinding)",
  },
  { id: "MCP-16", rule: "What is kept for clients over HTTP is bounded.", source: "design 8 (no unbounded buffer)" },
  { id: "MCP-17", rule: "A daemon that serves HTTP stays, and says on which port.", source: "design 5.2" },
  { id: "MCP-18", rule: "The documented configurations are valid, and complete.", source: "design 4 (mcp), 5.2" },
  {
    id: "MCP-19",
    rule: "The examples run, in the message formats of the SDKs that they are for.",
    source: "design 4 (tools), 5.2",
  },
  {
    id: "MCP-20",
    rule: "A whole job can be done: a server that is waited for, tests that fail, a question in a terminal, and nothing is left.",
    source: "design 4 (mcp), 5.2",
  },
  {
    id: "MCP-21",
    rule: "A command in the foreground ends with its call; without progress its call ends before clients give up, and it goes on in the background.",
    source: "behaviour 7.2; SDK: a request times out after 60 s",
  },
  {
    id: "MCP-22",
    rule: "Jobs of a client over HTTP have the environment of the daemon, without secrets and without anybody's conversation, and begin in the home directory.",
    source: "behaviour 6.3",
  },
  {
    id: "HOOK-1",
    rule: "Each agent reads the waiting events in the form of its hooks, and they are taken once they are printed.",
    source: "design 4 (mcp), 5.2",
  },
  { id: "HOOK-2", rule: "A hook that can tell the model nothing takes nothing.", source: "design 8 (no lost event)" },
  {
    id: "HOOK-3",
    rule: "Nothing that goes wrong in a hook stops the agent, and no daemon is started by one.",
    source: "hooks of Claude Code: exit code 2 blocks",
  },
  { id: "HOOK-4", rule: "Of hooks that run at the same time one tells.", source: "design 8 (no doubled event)" },
];
