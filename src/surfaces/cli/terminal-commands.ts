import type { CommandSpec } from "./command-spec.ts";

/** The commands that show what stands on the terminal of a process, and type into it. */
export const TERMINAL_COMMANDS: readonly CommandSpec[] = [
  {
    name: "screen",
    operands: ["<id>"],
    names: "any",
    summary: "print what a process shows on its screen now",
    example: "bellhop screen editor --colors",
    options: [{ flags: "--colors", text: "with its colours, as escape codes" }],
    load: async () => (await import("./commands/screen.ts")).screen,
  },
  {
    name: "attach",
    operands: ["<id>"],
    names: "running",
    summary: "be at the terminal of a process: see it live and type into it",
    more:
      "It needs a process that was started with --pty, and a terminal of yours, which sets the size of that of the process.\n" +
      "The detach key (ctrl-\\ unless you say otherwise) leaves; the process runs on. Exits with the code of the process\n" +
      "when that has ended, and with 0 when you have left.",
    example: "bellhop attach editor\n  bellhop attach editor --detach-key ctrl-g",
    options: [
      { flags: "--read-only", text: "only look: type nothing, and leave the size as it is" },
      { flags: "--detach-key <key>", text: "the key that leaves (default: ctrl-\\)" },
    ],
    load: async () => (await import("./commands/attach.ts")).attach,
  },
  {
    name: "resize",
    operands: ["<id>", "<rows>", "<cols>"],
    names: "running",
    summary: "set the size of the terminal of a process",
    example: "bellhop resize editor 40 100",
    load: async () => (await import("./commands/resize.ts")).resize,
  },
  {
    name: "send",
    operands: ["<id>", "[text]"],
    names: "running",
    summary: "type into a process",
    more:
      "Without a text, a key and --secret it is what comes in on our own standard input. The process must have been started\n" +
      "with --stdin or --pty; keys, --paste and --secret need --pty. The text goes first, then Enter, then the keys.\n" +
      "Keys: enter, tab, escape, up, page-down, f5, ctrl-c, alt-x, shift-tab, one character, and so on.",
    example: "bellhop send web rs --enter\n  bellhop send editor --key escape --key : --key q --key enter",
    options: [
      { flags: "--enter", text: "Enter behind the text" },
      { flags: "--key <key>", text: "press a key, by its name; repeatable", parse: "texts" },
      { flags: "--paste", text: "as a terminal pastes it, so that a newline in it is no Enter" },
      { flags: "--secret", text: "ask for it on your terminal, unseen; it is shown and stored nowhere" },
    ],
    load: async () => (await import("./commands/send.ts")).send,
  },
  {
    name: "close-stdin",
    operands: ["<id>"],
    names: "running",
    summary: "end the standard input of a process",
    example: "bellhop close-stdin web",
    load: async () => (await import("./commands/send.ts")).closeStdin,
  },
];
