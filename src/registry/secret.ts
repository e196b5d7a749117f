import { BellhopError } from "../core/errors.ts";
import { SECRET_MAX_CHARS, TYPED_SECRETS_MAX } from "../core/limits.ts";
import { maskedLines } from "../core/redact/typed.ts";
import type { WriteResult } from "../core/results.ts";
import type { Context, Tracked } from "./context.ts";
import { enterOf } from "./stdin.ts";
import { inTurn, refusal, type } from "./typing.ts";

export interface SecretOptions {
  readonly enter?: boolean;
}

/**
 * Types something that nobody may see. Refused while a terminal would show it. It is in no error, and from now on masked in
 * what is told of this process: a program may show it later.
 */
export function sendSecret(
  context: Context,
  tracked: Tracked,
  { secret, enter = false }: SecretOptions & { readonly secret: string },
): Promise<WriteResult> {
  if (typeof secret !== "string" || secret === "" || secret.length > SECRET_MAX_CHARS)
    throw new BellhopError("invalid_argument", `secret must be a text of 1 to ${SECRET_MAX_CHARS} characters.`);
  return inTurn(tracked, async () => {
    const refused = refusal(tracked) ?? (await echoRefusal(context, tracked));
    if (refused !== null) return refused;
    keep(tracked, secret);
    return type(context, tracked, Buffer.from(enter ? secret + enterOf(tracked) : secret));
  });
}

/** Before it is typed: its echo may be told at once. */
function keep({ secrets }: Tracked, secret: string): void {
  for (const line of maskedLines(secret)) if (!secrets.includes(line)) secrets.push(line);
  if (secrets.length > TYPED_SECRETS_MAX) secrets.splice(0, secrets.length - TYPED_SECRETS_MAX);
}

/** One elsewhere cannot be asked; a pipe shows nothing. Else its own terminal, and those inside it: one that hands everything on (`script`) shows nothing itself. */
async function echoRefusal(context: Context, tracked: Tracked): Promise<WriteResult | null> {
  const { record } = tracked;
  const { inputProbe, launcher, store } = context.ports;
  if (record.elsewhere !== undefined)
    return record.pty
      ? secretRefused(record.id, "its terminal is elsewhere, where it cannot be seen whether it would show it")
      : null;
  const inner = record.job === null ? [] : inputProbe.terminals(record.job).map(({ device }) => device);
  const own = record.pty ? [launcher.terminal(store.directory(record.id))] : [];
  for (const device of new Set([...own, ...inner])) {
    const modes = await inputProbe.modes(device);
    if (modes === null) return secretRefused(record.id, "it cannot be seen whether its terminal would show it");
    if (modes.echo)
      return secretRefused(record.id, "its terminal would show it: the program does not ask for a secret now");
  }
  return null;
}

function secretRefused(id: string, why: string): WriteResult {
  return {
    status: "error",
    bytesWritten: 0,
    error: `The secret was not typed to ${id}: ${why}. Send it once it asks for a password.`,
  };
}
