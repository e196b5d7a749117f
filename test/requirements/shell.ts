import type { Requirement } from "./requirement.ts";

export const shellRequirements: readonly Requirement[] = [
  {
    id: "SHELL-1",
    rule: "`A && B &` is run as `A && { B & }`, so that no shell waits for B and holds our pipe.",
    source: "behaviour 5.1 and 5.2",
  },
  {
    id: "SHELL-2",
    rule: "Data, malformed commands and what the parser is not sure of stay as they are, to the byte; valid commands stay valid.",
    source: "behaviour 5.3, original #68948",
  },
  {
    id: "SHELL-3",
    rule: "A list stays as it is where what comes after it would notice: the status, the directory, an exit, a delay.",
    source: "behaviour 5.3, the row about `$?`",
  },
  {
    id: "ALLOW-1",
    rule: "Rules for commands are judged by the words of each command that a script runs; deny wins, and with allow rules everything else is refused.",
    source: "design, `--allow` and `--deny` of the MCP server",
  },
  {
    id: "ALLOW-2",
    rule: "Where there are rules, what only the running shell can know is refused, and no spelling or wrapping hides a command.",
    source: "design, by the parsed command, not by text",
  },
  { id: "ALLOW-3", rule: "A refusal says which rule, and what to do.", source: "STYLE.md, words" },
  {
    id: "GUARD-1",
    rule: "In the foreground nothing detaches itself, stays behind with `&`, or runs on as a server; the reason says what to do instead.",
    source: "behaviour 10.3",
  },
  {
    id: "GUARD-2",
    rule: "Quoted text, here-documents, comments and other data trip no guard, nor does a command that prints its help.",
    source: "original #63788 and #78596, behaviour 10.3",
  },
  {
    id: "HINT-1",
    rule: "A start in the background of which nothing will be told says so.",
    source: "behaviour 10.4 and 13.2",
  },
  {
    id: "HINT-2",
    rule: "A home-made loop over the checks of a pull request is told a better way; forms with awk or the exit code are not.",
    source: "behaviour 10.4 and 13.2",
  },
  {
    id: "HINT-3",
    rule: "`gh auth login --with-token` gets no terminal.",
    source: "behaviour 10.4, test_terminal_tool_pty_fallback",
  },
];
