import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { WatchDisabledEvent, WatchMatchEvent } from "../../src/core/notify/event.ts";
import type { ProcessRecord } from "../../src/core/record.ts";
import type { Registry } from "../../src/registry/registry.ts";
import { startPlain } from "./registry.ts";
import { until } from "./until.ts";

/** Prints what is submitted to it. */
const ECHO = { command: "exec cat", stdin: "pipe" } as const;

export async function startEcho(registry: Registry, watchPatterns: readonly string[]): Promise<string> {
  return (await startPlain(registry, ECHO.command, { stdin: ECHO.stdin, watchPatterns })).id;
}

export async function allOf(registry: Registry): Promise<readonly (WatchMatchEvent | WatchDisabledEvent)[]> {
  return (await registry.pending({ skipPollObserved: false }))
    .map(({ event }) => event)
    .filter((event) => event.type === "watch_match" || event.type === "watch_disabled");
}

export async function matchesOf(registry: Registry): Promise<readonly WatchMatchEvent[]> {
  return (await allOf(registry)).filter((event) => event.type === "watch_match");
}

/** Waits for so many matches in all, and gives them. */
export async function matches(registry: Registry, count: number): Promise<readonly WatchMatchEvent[]> {
  await until(async () => (await matchesOf(registry)).length >= count, { what: `${count} matches` });
  return matchesOf(registry);
}

/** Looks, and consumes nothing. */
export const ended = (registry: Registry, id: string): Promise<boolean> =>
  until(async () => (await registry.list()).find((entry) => entry.sessionId === id)?.status === "exited");

export const recordPath = (registry: Registry, id: string): string => join(registry.home, "procs", id, "record.json");
export const recordOf = (registry: Registry, id: string): ProcessRecord =>
  JSON.parse(readFileSync(recordPath(registry, id), "utf8")) as ProcessRecord;
