import { homePath } from "../../../base/home-paths.ts";
import { invalidArgument } from "../../../core/errors.ts";
import type { Context, Invocation } from "../context.ts";
import { ask, withRemote } from "../remote.ts";
import { EXIT, note } from "../report.ts";
import { running, STOP_MAX_MS, stopDaemon } from "../running.ts";
import { countOf, duration } from "../text/amounts.ts";
import { jsonLine, oneLine } from "../text/sanitize.ts";
const PORT_MAX = 65_535;

/** `bellhop daemon start`: prints the pid, of a daemon that runs already or of a new one. */
export async function start(context: Context, invocation: Invocation): Promise<number> {
  return withRemote(context, invocation, async (remote) => {
    const text = invocation.json ? jsonLine(await remote.call("daemon_status", {})) : `${remote.daemon.pid}\n`;
    await context.terminal.out(text);
    return EXIT.ok;
  });
}

/** `bellhop daemon status`: exit code 3 when none runs; it never starts one. */
export async function status(context: Context, invocation: Invocation): Promise<number> {
  const { terminal } = context;
  const remote = await running(context, invocation);
  if (!remote) {
    await terminal.out(
      invocation.json
        ? jsonLine(notRunning(context, invocation))
        : `not running (home ${oneLine(home(context, invocation))})\n`,
    );
    return EXIT.notFound;
  }
  try {
    const { wire, value } = await ask<Status>(remote, "daemon_status", {});
    await terminal.out(invocation.json ? jsonLine(wire) : sentence(value));
    return EXIT.ok;
  } finally {
    await remote.close();
  }
}

/** `bellhop daemon stop`: processes run on. It is no error when none runs. */
export async function stop(context: Context, invocation: Invocation): Promise<number> {
  const { terminal } = context;
  const remote = await running(context, invocation);
  if (!remote) {
    if (invocation.json) await terminal.out(jsonLine(notRunning(context, invocation)));
    note(terminal, `No daemon runs for the home ${home(context, invocation)}.`);
    return EXIT.ok;
  }
  const { pid } = remote.daemon;
  const { wire, isGone } = await stopDaemon(remote, "bellhop daemon stop was called.");
  if (!isGone) {
    note(terminal, `The daemon ${pid} still runs ${STOP_MAX_MS / 1000} s after it was asked to stop.`);
    return EXIT.failure;
  }
  if (invocation.json) await terminal.out(jsonLine(wire));
  else
    note(
      terminal,
      `The daemon ${pid} has stopped. Processes run on; the next command starts a new daemon, which finds them.`,
    );
  return EXIT.ok;
}

/** `bellhop daemon run`: this program becomes the daemon. */
export async function run(context: Context, invocation: Invocation): Promise<number> {
  const { home, options } = invocation;
  const httpPort = options.number("http");
  if (httpPort !== undefined && httpPort > PORT_MAX)
    throw invalidArgument("--http", `a port from 0 to ${PORT_MAX}`, httpPort);
  return (await context.runDaemon({ home, httpPort })) === 0 ? EXIT.ok : EXIT.failure;
}

interface Status {
  readonly pid: number;
  readonly version: string;
  readonly home: string;
  readonly uptimeSeconds: number;
  readonly runningProcesses: number;
  readonly pendingEvents: number;
}

function home(context: Context, invocation: Invocation): string {
  return homePath(invocation.home, context.caller().env);
}

function notRunning(context: Context, invocation: Invocation): object {
  return { running: false, pid: null, version: null, home: home(context, invocation), uptime_seconds: null };
}

function sentence(status: Status): string {
  const counts = [
    `${countOf(status.runningProcesses, "process", "processes")} running`,
    `${countOf(status.pendingEvents, "event", "events")} waiting`,
  ];
  return `running (pid ${status.pid}, version ${oneLine(status.version)}, up ${duration(status.uptimeSeconds)}, home ${oneLine(status.home)}): ${counts.join(", ")}\n`;
}
