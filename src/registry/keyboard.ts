import { invalidArgument, isBellhopError } from "../core/errors.ts";
import { KEYS_MAX } from "../core/limits.ts";
import type { WriteResult } from "../core/results.ts";
import { keyText } from "../core/terminal/keys.ts";
import { type Paste, pasteOf } from "../core/terminal/paste.ts";
import type { Frame } from "../ports/screen.ts";
import type { Context, Tracked } from "./context.ts";
import { inputModes } from "./screen.ts";
import { inTurn, refusal, type } from "./typing.ts";

/** Pastes of which the terminal has taken only a part: what is pasted next goes on with it. */
const unfinished = new WeakSet<Tracked>();

/** Types keys by their names. */
export function sendKeys(context: Context, tracked: Tracked, keys: readonly string[]): Promise<WriteResult> {
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > KEYS_MAX || !keys.every(isText))
    throw invalidArgument("keys", `a list of 1 to ${KEYS_MAX} names of keys`, keys);
  const normal = keys.map((key) => keyText(key));
  const application = keys.map((key) => keyText(key, true));
  return inTurn(tracked, async () => {
    const refused = refusal(tracked) ?? terminalRefusal(tracked);
    if (refused !== null) return refused;
    const differ = normal.some((text, place) => text !== application[place]);
    const isApplication = differ && (await modesOf(context, tracked)).applicationCursorKeys;
    return type(context, tracked, Buffer.from((isApplication ? application : normal).join("")));
  });
}

/** Types a text as a terminal pastes it. `bytesWritten` counts those of the text alone. Into a pipe it is written as it is. */
export function paste(context: Context, tracked: Tracked, text: string): Promise<WriteResult> {
  if (!isText(text)) throw invalidArgument("text", "a text", text);
  return inTurn(tracked, async () => {
    const refused = refusal(tracked);
    if (refused !== null) return refused;
    if (!tracked.record.pty) return type(context, tracked, Buffer.from(text));
    const isBracketed = unfinished.has(tracked) || (await modesOf(context, tracked)).bracketedPaste;
    return typePaste(context, tracked, pasteOf(text, isBracketed));
  });
}

async function typePaste(context: Context, tracked: Tracked, { begin, text, end }: Paste): Promise<WriteResult> {
  const head = Buffer.from(unfinished.has(tracked) ? "" : begin);
  const body = Buffer.from(text);
  const result = await type(context, tracked, Buffer.concat([head, body, Buffer.from(end)]));
  const { bytesWritten = 0 } = result;
  if (result.status === "ok") unfinished.delete(tracked);
  else if (end !== "" && bytesWritten >= head.length && bytesWritten > 0) unfinished.add(tracked);
  const ofText = Math.max(0, Math.min(bytesWritten - head.length, body.length));
  return result.bytesWritten === undefined ? result : { ...result, bytesWritten: ofText };
}

/** Where there is no emulator to know them, the modes are those that a terminal begins with. */
async function modesOf(
  context: Context,
  tracked: Tracked,
): Promise<Pick<Frame, "applicationCursorKeys" | "bracketedPaste">> {
  try {
    return await inputModes(context, tracked);
  } catch (error) {
    if (!isBellhopError(error) || error.code !== "package_missing") throw error;
    return { applicationCursorKeys: false, bracketedPaste: false };
  }
}

/** Keys need a terminal: in a pipe `^C` is a byte like any other. */
function terminalRefusal({ record }: Tracked): WriteResult | null {
  if (record.pty) return null;
  return {
    status: "error",
    reason: "no_input",
    error: `${record.id} has no terminal, so it has no keys. Write text to it, or start it in a terminal (\`bellhop run --pty\`).`,
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
