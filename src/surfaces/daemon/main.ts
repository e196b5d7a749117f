import { parseArgs } from "node:util";

import { readConfiguration } from "../../adapters/config/config-file.ts";
import { systemClock } from "../../adapters/clock/system.ts";
import { httpRoutes, openRegistry } from "../../compose.ts";
import { messageOf } from "../../core/errors.ts";
import { operations } from "../../operations/index.ts";
import { toolOperation } from "../tools/operation.ts";
import { idleMsOf } from "./idle.ts";
import { daemonProgram } from "./program.ts";

try {
  const { values } = parseArgs({ options: { home: { type: "string" }, "idle-seconds": { type: "string" } } });
  const { idleSeconds, httpPort = 0 } = readConfiguration();
  const code = await daemonProgram({
    ...(values.home !== undefined && { home: values.home }),
    idleMs: idleMsOf(values["idle-seconds"] ?? process.env["BELLHOP_IDLE_SECONDS"] ?? idleSeconds?.toString()),
    background: true,
    clock: systemClock,
    operations: [...operations, toolOperation],
    open: openRegistry,
    http: { ...(httpPort > 0 && { port: httpPort }), required: false, routes: httpRoutes },
  });
  process.exit(code);
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(2);
}
