import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";

import type { RunOptions, RunProgram } from "../../src/adapters/isolation/run-program.ts";
import { type Scopes, userScopes } from "../../src/adapters/isolation/scopes.ts";
import type { Environment } from "../../src/adapters/isolation/user-bus.ts";
import { FakeClock } from "../daemon/fake-clock.ts";

export interface Call extends RunOptions {
  readonly words: readonly string[];
}

export interface ScopesGround {
  readonly scopes: Scopes;
  readonly clock: FakeClock;
  readonly calls: readonly Call[];
}

export interface GroundOptions {
  readonly env?: Environment;
  readonly runtimeDirectory?: string;
  readonly programs?: readonly string[];
}

/** Scopes on a host without systemd: each run gives the next of `codes`, the last one for ever. */
export function scopesGround(codes: readonly (number | null)[], options: GroundOptions = {}): ScopesGround {
  const calls: Call[] = [];
  const clock = new FakeClock();
  const run: RunProgram = (words, { env, deadlineMs }) => {
    const code = codes[Math.min(calls.length, codes.length - 1)] ?? null;
    calls.push({ words, env, deadlineMs });
    return Promise.resolve({ code, output: "", errors: code === 5 ? "Unit x.scope not loaded.\n" : "" });
  };
  const programs = options.programs ?? ["systemd-run", "systemctl"];
  const scopes = userScopes({
    clock,
    run,
    find: (program) => (programs.includes(program) ? `/usr/bin/${program}` : null),
    env: () => options.env ?? {},
    bus: { uid: process.getuid?.() ?? 0, runtimeDirectory: options.runtimeDirectory ?? "/nowhere" },
    memoryBoundBytes: () => 1024,
  });
  return { scopes, clock, calls };
}

/** A directory with the socket of a bus. `close` takes the socket away. */
export async function busDirectory(): Promise<{ readonly path: string; close(): Promise<void> }> {
  const path = mkdtempSync("/tmp/bus-"); // The path of a socket is short.
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(join(path, "bus"), resolve));
  const close = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
  onTestFinished(async () => {
    await close();
    rmSync(path, { recursive: true });
  });
  return { path, close };
}
