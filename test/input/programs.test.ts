import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import type { InputClass } from "../../src/core/notify/event.ts";
import { anyNumber } from "../support/matchers.ts";
import { testRegistry } from "../support/registry.ts";
import { nextStop, startAtTerminal } from "./harness.ts";

interface Program {
  readonly command: string;
  readonly inputClass: InputClass;
  /** @default the empty text */
  readonly prompt?: string | RegExp;
}

const bash = (script: string): string => `bash --norc -c '${script}'`;
const node = JSON.stringify(process.execPath);

/** Real programs, and what they wait for. */
const PROGRAMS: readonly Program[] = [
  { command: bash('read -p "Name: " x'), inputClass: "line", prompt: "Name:" },
  { command: bash('read -rs -p "who goes there? " x'), inputClass: "password", prompt: "who goes there?" },
  { command: bash('echo built; printf "Deploy? [y/N] "; read x'), inputClass: "line", prompt: "Deploy? [y/N]" },
  { command: bash('read -n1 -p "Go on? " x'), inputClass: "line", prompt: "Go on?" },
  { command: bash('read -t 30 -p "Quick: " x'), inputClass: "line", prompt: "Quick:" },
  { command: "python3 -c 'input(\"Age? \")'", inputClass: "line", prompt: "Age?" },
  { command: "python3 -c 'import getpass; getpass.getpass()'", inputClass: "password", prompt: "Password:" },
  { command: "python3 -i -q", inputClass: "repl", prompt: ">>>" },
  { command: `${node} -i`, inputClass: "repl", prompt: ">" },
  { command: "bash --norc --noprofile -i", inputClass: "repl", prompt: /[$#]$/ },
  { command: "less /etc/passwd", inputClass: "pager", prompt: /./ },
  { command: "seq 1000 | less -X", inputClass: "pager", prompt: ":" },
  { command: "seq 1000 | more", inputClass: "pager", prompt: /^--More--/ },
  { command: "top", inputClass: "full_screen", prompt: /./ },
  { command: "vim -u NONE /etc/passwd", inputClass: "full_screen", prompt: /./ },
  { command: "cat", inputClass: "end_of_file" },
  { command: "echo Paste it, then Ctrl-D:; cat | grep x", inputClass: "end_of_file", prompt: "Paste it, then Ctrl-D:" },
  // A terminal at a terminal: the inner one waits, the program between them does not.
  { command: `script -qec 'bash --norc -c "read -p Inner: x"' /dev/null`, inputClass: "line", prompt: "Inner:" },
];

describe("[INPUT-1] what a program waits for", () => {
  test.each(PROGRAMS.filter(isInstalled))("$command: $inputClass", async ({ command, inputClass, prompt = "" }) => {
    const registry = await testRegistry();
    const id = await startAtTerminal(registry, command);
    const stop = await nextStop(registry);
    expect([stop.sessionId, stop.inputClass, stop.prompt]).toEqual([
      id,
      inputClass,
      typeof prompt === "string" ? prompt : expect.stringMatching(prompt),
    ]);
  });

  // A machine that is busy with other tests may need longer once.
  test("the whole event, and within three seconds", { retry: 2 }, async () => {
    const registry = await testRegistry();
    const before = Date.now();
    const id = await startAtTerminal(registry, "bash -c 'echo first; read -s -p \"[sudo] password for me: \" x'");
    const stop = await nextStop(registry, 3_000);
    expect(stop).toEqual({
      type: "awaiting_input",
      sessionId: id,
      sessionKey: "",
      taskId: "",
      ownerTaskId: "",
      command: expect.stringContaining("script -qefc") as string,
      platform: "",
      chatId: "",
      userId: "",
      userName: "",
      threadId: "",
      messageId: "",
      inputClass: "password",
      prompt: "[sudo] password for me:",
      elapsed: anyNumber(),
      startedAt: anyNumber(),
    });
    expect(stop.startedAt * 1000).toBeGreaterThanOrEqual(before);
  });
});

/** Programs that a machine may lack. */
function isInstalled({ command }: Program): boolean {
  const optional = ["vim", "top", "less", "python3"].find((name) => new RegExp(`\\b${name} `).test(`${command} `));
  return (
    optional === undefined || (process.env["PATH"] ?? "").split(":").some((path) => existsSync(join(path, optional)))
  );
}
