import { expect, test } from "vitest";
import type { InputClass } from "../../../src/core/notify/event.ts";
import { formatAwaitingInput } from "../../../src/core/notify/format-input.ts";

const ID = "proc_4dae56ca81f6";

const ADVICE: Readonly<Record<InputClass, readonly [what: string, how: string]>> = {
  password: [
    "a password or another secret",
    "Do not type a secret, and do not guess one: ask the person to enter it. " +
      `If nobody can, end the process with process_manage(action="kill", session_id="${ID}").`,
  ],
  line: [
    "a line of text",
    `Answer with process_manage(action="submit", session_id="${ID}", data="…"), which adds Enter. ` +
      "Where the answer is not yours to give, ask the person.",
  ],
  repl: [
    "the next line of an interactive session",
    `Send a line with process_manage(action="submit", session_id="${ID}", data="…"), ` +
      `or end it with process_manage(action="close", session_id="${ID}").`,
  ],
  pager: [
    "a key, in a pager",
    `Leave the pager with process_manage(action="write", session_id="${ID}", data="q"); ` +
      "a blank instead of the q shows the next page.",
  ],
  full_screen: [
    "a key, in a full-screen program",
    `Send keys with process_manage(action="write", session_id="${ID}", data="…"), which adds no Enter.`,
  ],
  end_of_file: [
    "text up to its end",
    `Send it with process_manage(action="submit", session_id="${ID}", data="…"), ` +
      `then end the input with process_manage(action="close", session_id="${ID}").`,
  ],
};

test.each(Object.entries(ADVICE))("[NOTICE-6] it waits for input: %s", (inputClass, [what, how]) => {
  const event = { sessionId: ID, command: "./deploy", inputClass, prompt: "Go on? [y/N]", elapsed: 61 };
  expect(formatAwaitingInput(event, {})).toBe(
    `[IMPORTANT: Background process ${ID} is waiting for input after 1m1s: ${what}.\n` +
      `Command: ./deploy\nPrompt: Go on? [y/N]\n${how}]`,
  );
});
