import { OWNER, SESSION, type CommandSpec } from "./command-spec.ts";

/** Commands that are for agents and their programs. */
export const AGENT_COMMANDS: readonly CommandSpec[] = [
  {
    name: "tool",
    operands: ["<name>", "<json>"],
    choices: ["terminal", "process_manage"],
    summary: "call one of the tools for language models",
    example: `bellhop tool process_manage '{"action":"list"}'`,
    options: [
      { flags: "--owner <task>", text: "the task that calls" },
      { flags: "--session <key>", text: "the conversation that calls" },
    ],
    load: async () => (await import("./commands/tool.ts")).tool,
  },
  {
    name: "mcp",
    summary: "serve a client of the Model Context Protocol on stdin and stdout",
    more:
      "Its processes and events are those of one conversation: of --session, else of this very client. They outlive it.\n" +
      "How to enter this in Claude Code, Cursor, VS Code and others: docs/mcp.md.",
    example: "bellhop mcp --session my-project\n  bellhop mcp --http",
    options: [
      { flags: "--session <key>", text: "the conversation (default: a new one for each client)" },
      { flags: "--owner <task>", text: "the task that calls; its processes count as its own, too" },
      { flags: "--backend <environment>", text: "where its commands run (default: this host)" },
      { flags: "--scope <scope>", text: "which processes it sees (default: own)", choices: ["own", "all"] },
      { flags: "--read-only", text: "only tools that look" },
      { flags: "--allow <command>", text: "start only commands like this (git *); repeatable", parse: "texts" },
      { flags: "--deny <command>", text: "start no command like this; repeatable", parse: "texts" },
      { flags: "--http", text: "print how to reach the daemon over HTTP instead" },
    ],
    load: async () => (await import("./commands/mcp.ts")).mcp,
  },
  {
    name: "hook",
    operands: ["<agent>"],
    choices: ["claude-code", "codex", "cursor", "gemini-cli", "text"],
    summary: "print waiting events in the form that hooks of a coding agent are read in, and take them",
    more: "It reads on stdin what the agent says about its hook. Nothing waits: it prints nothing. It never starts a daemon.",
    example: "bellhop hook claude-code --session my-project",
    options: [SESSION, OWNER],
    load: async () => (await import("./commands/hook.ts")).hook,
  },
];
