import { toCamelCase } from "../../../base/case.ts";
import type { ToldEvent } from "../../../core/contract.ts";
import type { Context, Invocation, Remote } from "../context.ts";
import { INTERRUPTED, untilInterrupted } from "../interrupt.ts";
import { ask, withRemote } from "../remote.ts";
import { eventLine } from "../text/event-line.ts";
import { block, jsonLine } from "../text/sanitize.ts";
import { EXIT } from "../report.ts";

/** `bellhop events`: prints the waiting events and leaves them; with `--follow` each is a line, is taken once it is printed, and it goes on. */
export async function events(context: Context, invocation: Invocation): Promise<number> {
  return withRemote(context, invocation, async (remote) => {
    const printing: Printing = { context, invocation, remote };
    if (!invocation.options.flag("follow")) {
      for await (const told of remote.stream("pending", filterOf(invocation))) await print(printing, told);
      return EXIT.ok;
    }
    const outcome = await untilInterrupted(context.person, (signal) => takeAndPrint(printing, signal));
    return outcome === INTERRUPTED ? EXIT.interrupted : EXIT.ok;
  });
}

/** `bellhop drain`: takes the waiting events and prints them. */
export async function drain(context: Context, invocation: Invocation): Promise<number> {
  return withRemote(context, invocation, async (remote) => {
    for (let more = true; more;) {
      const { wire, value } = await ask<Drained>(remote, "drain", filterOf(invocation));
      if (invocation.json) {
        await context.terminal.out(jsonLine(wire));
        return EXIT.ok; // One value; `more` in it says that another call gives further ones.
      }
      for (const told of value.events) await context.terminal.out(blockOf(told));
      more = value.more === true;
    }
    return EXIT.ok;
  });
}

interface Printing {
  readonly context: Context;
  readonly invocation: Invocation;
  readonly remote: Remote;
}

interface Drained {
  readonly events: readonly ToldEvent[];
  readonly more?: true;
}

/** Printed first, taken afterwards: an event that nobody could read stays queued. */
async function takeAndPrint(printing: Printing, signal: AbortSignal): Promise<void> {
  const { remote, invocation } = printing;
  for await (const told of remote.stream("events", filterOf(invocation), signal)) {
    const eventId = await print(printing, told);
    await remote.call("acknowledge", { event_ids: [eventId] });
  }
}

async function print({ context, invocation }: Printing, wire: unknown): Promise<string> {
  const told = toCamelCase(wire) as ToldEvent;
  const text = invocation.options.flag("follow") ? eventLine(told) : blockOf(told);
  await context.terminal.out(invocation.json ? jsonLine(wire) : text);
  return told.eventId;
}

/** The text of an event with an empty line behind it. */
function blockOf(told: ToldEvent): string {
  return `${block(told.text).trimEnd()}\n\n`;
}

function filterOf({ options }: Invocation): object {
  return { session_key: options.text("session"), owner_task_id: options.text("owner"), type: options.text("type") };
}
