import type { AwaitingInputEvent } from "../../src/core/notify/event.ts";
import type { Registry } from "../../src/registry/registry.ts";
import { startPlain } from "../support/registry.ts";
import { until } from "../support/until.ts";

/** What a real terminal is called, and nothing of the tester's own shell. */
const ENVIRONMENT = { TERM: "xterm", LESS: "", HISTFILE: "", NODE_REPL_HISTORY: "" };

/** Starts `command` at a terminal of its own, which `script` holds; it can be typed to. Gives the id. */
export async function startAtTerminal(registry: Registry, command: string): Promise<string> {
  const script = `exec script -qefc ${quoted(command)} /dev/null`;
  const { id } = await startPlain(registry, script, { stdin: "pipe", env: ENVIRONMENT });
  return id;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Takes what has been told about waiting, in order. */
export async function takeStops(registry: Registry): Promise<readonly AwaitingInputEvent[]> {
  const events = (await registry.drain()).map(({ event }) => event);
  return events.filter((event) => event.type === "awaiting_input");
}

/** The next stop, waited for. */
export async function nextStop(registry: Registry, withinMs = 30_000): Promise<AwaitingInputEvent> {
  const [stop, ...more] = await until(
    async () => {
      const stops = await takeStops(registry);
      return stops.length > 0 ? stops : null;
    },
    { withinMs, what: "a process to wait for input" },
  );
  if (stop === undefined || more.length > 0) throw new Error(`One stop was told ${more.length + 1} times.`);
  return stop;
}
