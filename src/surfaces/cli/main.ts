#!/usr/bin/env node
import { packageVersion } from "../../base/version.ts";
import { callerContext } from "../../base/caller.ts";
import type { McpOptions } from "../mcp/options.ts";
import type { Context, DaemonRunOptions, Terminal, UsableKind } from "./context.ts";
import { person } from "./person.ts";
import { main } from "./program.ts";
import { EXIT } from "./report.ts";

/** Streams are opened when they are used: each costs a millisecond of every command's start. */
const terminal: Terminal = {
  out: (text) =>
    new Promise((resolve, reject) => {
      quiet(process.stdout).write(text, (error) => (error ? reject(error) : resolve()));
    }),
  err: (text) => void quiet(process.stderr).write(text),
  get isTTY() {
    return process.stdout.isTTY;
  },
  get errIsTTY() {
    return process.stderr.isTTY;
  },
  get size() {
    const { columns, rows } = process.stdout.isTTY ? process.stdout : process.stderr;
    return { columns: columns || 80, rows: rows || 24 };
  },
  get colour() {
    return process.stdout.isTTY && !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb";
  },
};

const context: Context = {
  terminal,
  person,
  caller: () => callerContext(),
  connect: async (options) => (await import("../client/connect.ts")).connect(options),
  runDaemon,
  serveMcp,
  usability,
  now: () => Date.now(),
};
process.exit(await main(process.argv.slice(2), context, packageVersion));

/** A reader that left is told by the write that failed; nobody wants a stack trace. */
function quiet(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  if (stream.listenerCount("error") === 0) stream.on("error", () => undefined);
  return stream;
}

/** In the foreground: what goes wrong is said on the terminal that it was started from. */
async function runDaemon({ home, httpPort }: DaemonRunOptions): Promise<number> {
  /* oxlint-disable no-restricted-imports -- Here our program becomes the other side. */
  const { systemClock } = await import("../../adapters/clock/system.ts");
  const { readConfiguration } = await import("../../adapters/config/config-file.ts");
  /* oxlint-enable no-restricted-imports */
  const { httpRoutes, openRegistry } = await import("../../compose.ts");
  const { operations } = await import("../../operations/index.ts");
  const { idleMsOf } = await import("../daemon/idle.ts");
  const { daemonProgram } = await import("../daemon/program.ts");
  const { toolOperation } = await import("../tools/operation.ts");
  const port = httpPort ?? (readConfiguration().httpPort || undefined);
  const code = await daemonProgram({
    ...(home !== undefined && { home }),
    idleMs: idleMsOf(process.env["BELLHOP_IDLE_SECONDS"]),
    background: false,
    clock: systemClock,
    operations: [...operations, toolOperation],
    open: openRegistry,
    http: { ...(port !== undefined && { port }), required: true, routes: httpRoutes },
  });
  return code === 0 ? EXIT.ok : EXIT.failure;
}

async function usability(env: Readonly<Record<string, string>>): Promise<readonly UsableKind[]> {
  // oxlint-disable-next-line no-restricted-imports -- Whoever asks the doctor may have no daemon to ask.
  return (await import("../../adapters/environment/usability.ts")).environmentUsability(env);
}

async function serveMcp(home: string | undefined, options: McpOptions): Promise<void> {
  const { orMissingSdk } = await import("../mcp/missing-sdk.ts");
  const { serveOverStdio } = await import("../mcp/stdio.ts").catch(orMissingSdk);
  const { connect } = await import("../client/connect.ts");
  const bellhop = await connect(home === undefined ? {} : { home });
  try {
    await serveOverStdio(bellhop, options);
  } finally {
    await bellhop.close();
  }
}
