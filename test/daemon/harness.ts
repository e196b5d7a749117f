import { onTestFinished } from "vitest";

import { systemClock } from "../../src/adapters/clock/system.ts";
import { operations } from "../../src/operations/index.ts";
import type { Clock } from "../../src/ports/clock.ts";
import { Link, type LinkOptions } from "../../src/surfaces/client/link.ts";
import { Remote } from "../../src/surfaces/client/remote.ts";
import { runDaemon } from "../../src/surfaces/daemon/daemon.ts";
import { SERVER_LIMITS, type ServerLimits } from "../../src/surfaces/daemon/settings.ts";
import { toolOperation } from "../../src/surfaces/tools/operation.ts";
import { FakeBellhop } from "../support/fake-bellhop.ts";
import { temporaryDirectory } from "../support/temp.ts";

export interface TestDaemon {
  readonly bellhop: FakeBellhop;
  readonly home: string;
  readonly path: string;
  /** What its log says. */
  readonly said: string[];
  /** Ends it, and gives the reason that it left with. */
  stop(reason?: string): Promise<string>;
  /** The reason that it left with, once it did. */
  readonly left: Promise<string>;
}

export interface TestDaemonOptions {
  readonly home?: string;
  readonly bellhop?: FakeBellhop;
  readonly version?: string;
  readonly idleMs?: number | null;
  readonly clock?: Clock;
  readonly limits?: Partial<ServerLimits>;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A daemon in this program, over a fake registry, until the test has finished. */
export async function testDaemon(options: TestDaemonOptions = {}): Promise<TestDaemon> {
  const { version = "1.0.0", idleMs = null, clock = systemClock, limits, env } = options;
  const home = options.home ?? options.bellhop?.home ?? temporaryDirectory();
  const bellhop = options.bellhop ?? new FakeBellhop(home);
  const controller = new AbortController();
  const said: string[] = [];
  let left = Promise.resolve("");
  const path = await new Promise<string>((resolve, reject) => {
    left = runDaemon({
      registry: bellhop,
      operations: [...operations, toolOperation],
      version,
      idleMs,
      clock,
      logger: { info: (message) => said.push(message), warn: (message) => said.push(message) },
      signal: controller.signal,
      onListening: resolve,
      limits: { ...SERVER_LIMITS, goodbyeMs: 200, ...limits },
      ...(env && { env }),
    });
    left.catch(reject);
  });
  const stop = (reason = "The test stopped it."): Promise<string> => {
    controller.abort(reason);
    return left;
  };
  onTestFinished(async () => void (await stop()));
  return { bellhop, home, path, said, stop, left };
}

/** A client of a home, until the test has finished. It starts no daemon unless told otherwise. */
export async function testClient(home: string, options: Partial<LinkOptions> = {}): Promise<Remote> {
  const env = options.env ?? process.env;
  const link = new Link({ version: "1.0.0", mayStart: false, ...options, home, env });
  onTestFinished(() => link.close());
  await link.open();
  return new Remote(link, env);
}
