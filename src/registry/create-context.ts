import { createBell } from "./bell.ts";
import type { Context } from "./context.ts";
import { loadFlow } from "./flow.ts";
import { withHistory } from "./history.ts";
import { createOutgoing } from "./outgoing.ts";
import { createScreens } from "./screens.ts";
import { createSinks } from "./sink-types.ts";

/** What the registry of one home works with, before anything was recovered. */
export function createContext(
  { home, ports: given, settings }: Pick<Context, "home" | "ports" | "settings">,
  closing: AbortSignal,
): Context {
  const { store, history } = withHistory(given.store, given.clock);
  const ports = { ...given, store };
  return {
    home,
    ports,
    history,
    settings,
    tracked: new Map(),
    bell: createBell(),
    outgoing: createOutgoing(),
    flow: { state: loadFlow(ports.store) },
    hushed: new Set(),
    endings: { waiting: new Set(), next: null, restUntilMs: -Infinity },
    watchers: new Set(),
    screens: createScreens(ports.clock, closing),
    sinks: createSinks(),
    closing,
  };
}
