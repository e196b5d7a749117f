import { toCamelCase } from "../../../base/case.ts";
import { isObject, parseJson } from "../../../base/json.ts";
import type { ToldEvent } from "../../../core/contract.ts";
import { isBellhopError, messageOf } from "../../../core/errors.ts";
import { HOOK_INPUT_MAX_BYTES, HOOK_OUTPUT_MAX_CHARS } from "../../../core/limits.ts";
import { ownerOf } from "../../../core/notify/owns.ts";
import type { Context, Invocation, Remote } from "../context.ts";
import { homeOf } from "../remote.ts";
import { EXIT, note } from "../report.ts";
import { answerFor, type Form } from "./hook-forms.ts";
import { inTurn } from "./hook-turn.ts";

/**
 * `bellhop hook`: tells a coding agent what waits, in the form that its hooks are read in, and takes it once it is printed.
 * Nothing that goes wrong here may stop the agent: 2 means "do not go on" to most of them, so it is never the exit code.
 */
export async function hook(context: Context, invocation: Invocation): Promise<number> {
  try {
    const [agent = ""] = invocation.operands;
    const said = agent === "text" ? {} : await saidBy(context);
    const form = answerFor(agent, said);
    const remote = form && (await running(context, invocation));
    if (!form || !remote) return EXIT.ok;
    try {
      await inTurn(remote.daemon.home, () => tell({ context, invocation, remote, form }));
      return EXIT.ok;
    } finally {
      await remote.close();
    }
  } catch (error) {
    note(context.terminal, messageOf(error));
    return EXIT.failure;
  }
}

interface Telling {
  readonly context: Context;
  readonly invocation: Invocation;
  readonly remote: Remote;
  readonly form: Form;
}

/** Printed first, taken afterwards. */
async function tell({ context, invocation, remote, form }: Telling): Promise<void> {
  const told = await waiting(remote, invocation);
  if (told.length === 0) return;
  await context.terminal.out(`${form(told.map(({ text }) => text).join("\n\n"))}\n`);
  await remote.call("acknowledge", { event_ids: told.map(({ eventId }) => eventId) });
}

/** What the agent says about its hook on our standard input. */
async function saidBy({ person }: Context): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of person.input()) {
    length += chunk.byteLength;
    if (length > HOOK_INPUT_MAX_BYTES) return {};
    chunks.push(chunk);
  }
  const said = parseJson(Buffer.concat(chunks).toString("utf8"));
  return isObject(said) ? said : {};
}

/** Where no daemon runs nothing runs, and what waits goes on waiting. */
async function running(context: Context, invocation: Invocation): Promise<Remote | undefined> {
  try {
    return await context.connect({ ...homeOf(invocation), start: false });
  } catch (error) {
    if (isBellhopError(error) && error.code === "daemon_unreachable") return undefined;
    throw error;
  }
}

/** The oldest ones that fit. With a conversation or a task: only those that are of it. */
async function waiting(remote: Remote, { options }: Invocation): Promise<readonly ToldEvent[]> {
  const session = options.text("session");
  const owner = options.text("owner");
  const told: ToldEvent[] = [];
  let chars = 0;
  for await (const wire of remote.stream("pending", { session_key: session, owner_task_id: owner })) {
    const one = toCamelCase(wire) as ToldEvent;
    if (session !== undefined && ownerOf(one.event).sessionKey !== session) continue;
    chars += one.text.length;
    if (told.length > 0 && chars > HOOK_OUTPUT_MAX_CHARS) break;
    told.push(one);
  }
  return told;
}
