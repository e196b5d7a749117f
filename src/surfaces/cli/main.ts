#!/usr/bin/env node
import { packageVersion } from "../../base/version.ts";
import type { Context } from "./context.ts";
import { EXIT } from "./exit-codes.ts";
import { processContext } from "./outside.ts";
import { main } from "./program.ts";

const context: Context = {
  ...processContext(),
  connect: async (options) => (await import("../client/connect.ts")).connect(options),
  runDaemon,
};
process.exit(await main(process.argv.slice(2), context, packageVersion));

/** In the foreground: what goes wrong is said on the terminal that it was started from. */
async function runDaemon(home: string | undefined): Promise<number> {
  // oxlint-disable-next-line no-restricted-imports -- Here our program becomes the other side.
  const { systemClock } = await import("../../adapters/clock/system.ts");
  const { openRegistry } = await import("../../compose.ts");
  const { operations } = await import("../../operations/index.ts");
  const { idleMsOf } = await import("../daemon/idle.ts");
  const { daemonProgram } = await import("../daemon/program.ts");
  const { toolOperation } = await import("../tools/operation.ts");
  const code = await daemonProgram({
    ...(home !== undefined && { home }),
    idleMs: idleMsOf(process.env["BELLHOP_IDLE_SECONDS"]),
    background: false,
    clock: systemClock,
    operations: [...operations, toolOperation],
    open: openRegistry,
  });
  return code === 0 ? EXIT.ok : EXIT.failure;
}
