import { z } from "zod";

import { BellhopError } from "../core/errors.ts";
import { sessionId } from "./fields.ts";
import { field } from "./input.ts";
import { defineOperation, type CallOperation } from "./operation.ts";

const TEXT = ["a text", "What to type."] as const;

export const write: CallOperation = defineOperation({
  name: "write",
  kind: "act",
  description: "Sends text to the standard input as it is, with no newline added. To answer a prompt use `submit`.",
  input: z.strictObject({
    session_id: sessionId,
    data: field(z.string().exactOptional(), ...TEXT),
    data_base64: field(z.base64().exactOptional(), "bytes in base64", "Bytes that are not text, instead of data."),
  }),
  run: async ({ bellhop }, { session_id, data, data_base64 }) => {
    if ((data === undefined) === (data_base64 === undefined)) {
      throw new BellhopError("invalid_argument", "write takes exactly one of data (a text) and data_base64 (bytes).");
    }
    return bellhop.write(session_id, data ?? Buffer.from(data_base64 ?? "", "base64"));
  },
});

export const submit: CallOperation = defineOperation({
  name: "submit",
  kind: "act",
  description: "Sends text and Enter to the standard input: the way to answer a prompt.",
  input: z.strictObject({ session_id: sessionId, data: field(z.string(), ...TEXT) }),
  run: ({ bellhop }, { session_id, data }) => bellhop.submit(session_id, data),
});

export const closeStdin: CallOperation = defineOperation({
  name: "close_stdin",
  kind: "act",
  description: "Ends the standard input: the process reads end of file.",
  input: z.strictObject({ session_id: sessionId }),
  run: ({ bellhop }, { session_id }) => bellhop.closeStdin(session_id),
});
