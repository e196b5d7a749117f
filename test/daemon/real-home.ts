import { onTestFinished } from "vitest";

import { connect } from "../../src/surfaces/client/connect.ts";
import type { RemoteBellhop } from "../../src/surfaces/client/contract.ts";
import { isAlive } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";

/** A home whose daemon and processes are gone when the test has finished. */
export function realHome(): string {
  const home = temporaryDirectory();
  onTestFinished(() => emptied(home));
  return home;
}

async function emptied(home: string): Promise<void> {
  const remote = await connect({ home }).catch(() => undefined);
  if (!remote) return;
  const { pid } = remote.daemon;
  for (const { sessionId, status } of await remote.list()) {
    if (status === "running") await remote.kill(sessionId, { signal: "SIGKILL" });
  }
  await remote.call("daemon_stop", {});
  await remote.close();
  await gone(pid);
}

/** Until it has ended; who collects it may take a second more. */
export async function gone(pid: number): Promise<void> {
  await until(() => !isAlive(pid), { what: `the end of process ${pid}` });
}

/** A client of a real daemon, closed when the test has finished. */
export async function realClient(
  home: string,
  env?: Readonly<Record<string, string | undefined>>,
): Promise<RemoteBellhop> {
  const remote = await connect({ home, ...(env && { env }) });
  onTestFinished(() => remote.close());
  return remote;
}
