import { z } from "zod";

import { BellhopError } from "../core/errors.ts";
import { KEYS_MAX, KEY_MAX_CHARS, PASTE_MAX_CHARS, SECRET_MAX_CHARS, TERMINAL_SIDE_MAX } from "../core/limits.ts";
import { optionalFlag, sessionId } from "./fields.ts";
import { field } from "./input.ts";
import { defineOperation, type CallOperation } from "./operation.ts";

export const sendKeys: CallOperation = defineOperation({
  name: "send_keys",
  kind: "act",
  description:
    "Presses keys in the terminal of a process, one after the other: enter, tab, escape, up, page-down, f5, ctrl-c, alt-x, or one character.",
  input: z.strictObject({
    session_id: sessionId,
    keys: field(
      z.array(z.string().min(1).max(KEY_MAX_CHARS)).min(1).max(KEYS_MAX),
      `a list of 1 to ${KEYS_MAX} names of keys`,
      "Which keys, in their order.",
    ),
  }),
  run: ({ bellhop }, { session_id, keys }) => bellhop.sendKeys(session_id, keys),
});

export const paste: CallOperation = defineOperation({
  name: "paste",
  kind: "act",
  description:
    "Types a text of several lines as a terminal pastes it, so that an editor or a shell takes it as one piece and carries out nothing of it.",
  input: z.strictObject({
    session_id: sessionId,
    text: field(z.string().max(PASTE_MAX_CHARS), `a text of at most ${PASTE_MAX_CHARS} characters`, "What to paste."),
  }),
  run: ({ bellhop }, { session_id, text }) => bellhop.paste(session_id, text),
});

/** Its schema takes anything as the secret: the sentence about a value that does not fit would show it. */
export const sendSecret: CallOperation = defineOperation({
  name: "send_secret",
  kind: "act",
  description:
    "Types a secret that a person gives, when a program asks for one without showing it. It is masked in whatever is told of the process.",
  input: z.strictObject({
    session_id: sessionId,
    secret: field(z.unknown(), "a text", "What to type."),
    enter: optionalFlag("Press Enter behind it. Default false."),
  }),
  run: ({ bellhop }, { session_id, secret, enter }) => {
    if (typeof secret !== "string" || secret === "" || secret.length > SECRET_MAX_CHARS)
      throw new BellhopError("invalid_argument", `secret must be a text of 1 to ${SECRET_MAX_CHARS} characters.`);
    return bellhop.sendSecret(session_id, secret, enter === undefined ? {} : { enter });
  },
});

const side = (meaning: string): z.ZodInt =>
  field(z.int().min(1).max(TERMINAL_SIDE_MAX), `a whole number from 1 to ${TERMINAL_SIDE_MAX}`, meaning);

export const resize: CallOperation = defineOperation({
  name: "resize",
  kind: "act",
  description: "Sets the size of the terminal of a process.",
  input: z.strictObject({ session_id: sessionId, rows: side("Rows."), cols: side("Columns.") }),
  run: ({ bellhop }, { session_id, rows, cols }) => bellhop.resize(session_id, { rows, cols }),
});
