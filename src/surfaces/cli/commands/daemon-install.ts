import { BellhopError } from "../../../core/errors.ts";
import type { Context, Invocation } from "../context.ts";
import { EXIT, note } from "../report.ts";
import { isAsWritten, readServiceFile, writeServiceFile } from "../service/file.ts";
import { launchdManager } from "../service/launchd.ts";
import { type ServiceManager, serviceHost } from "../service/manager.ts";
import { systemdManager } from "../service/systemd.ts";
import { jsonLine } from "../text/sanitize.ts";

/** `bellhop daemon install`: makes the daemon a service of the user's systemd or launchd. Doing it again changes nothing. */
export async function install(context: Context, invocation: Invocation): Promise<number> {
  const { terminal } = context;
  const manager = managerOf(context, invocation);
  if (invocation.options.flag("print")) {
    await terminal.out(manager.text);
    return EXIT.ok;
  }
  const isChanged = write(manager, invocation.options.flag("force"));
  const pid = invocation.options.flag("now") ? await manager.activate(isChanged) : null;
  const notes = [
    `${manager.path} ${isChanged ? "is written" : "is up to date"}.`,
    pid === null ? `Start the service with: ${manager.startLine}` : `The daemon runs as a service (pid ${pid}).`,
    ...(await manager.notes()),
  ];
  if (invocation.json) await terminal.out(jsonLine({ path: manager.path, changed: isChanged, pid, notes }));
  else for (const sentence of notes) note(terminal, sentence);
  return EXIT.ok;
}

/** `bellhop daemon uninstall`: jobs run on, and the next command starts a daemon of its own. */
export async function uninstall(context: Context, invocation: Invocation): Promise<number> {
  const manager = managerOf(context, invocation);
  const existing = readServiceFile(manager.path);
  if (existing !== null) {
    if (!invocation.options.flag("force")) checkOurs(manager, existing);
    await manager.deactivate();
  }
  const removed = existing !== null;
  if (invocation.json) await context.terminal.out(jsonLine({ path: manager.path, removed }));
  else
    note(
      context.terminal,
      removed
        ? `${manager.path} is removed. Jobs run on; the next command starts a daemon of its own, which finds them.`
        : `No service is installed: ${manager.path} is not there.`,
    );
  return EXIT.ok;
}

function managerOf(context: Context, invocation: Invocation): ServiceManager {
  const host = serviceHost(context, invocation);
  if (process.platform === "linux") return systemdManager(host);
  if (process.platform === "darwin") return launchdManager(host);
  throw new BellhopError(
    "service_unavailable",
    `Bellhop knows systemd (Linux) and launchd (macOS); this is ${process.platform}. The daemon starts by itself with the first command.`,
  );
}

/** Whether the file was written. */
function write(manager: ServiceManager, isForced: boolean): boolean {
  const existing = readServiceFile(manager.path);
  if (existing === manager.text) return false;
  if (existing !== null && !isForced) checkOurs(manager, existing);
  writeServiceFile(manager.path, manager.text);
  return true;
}

/** Throws when somebody has changed the file, or it is for another home. */
function checkOurs(manager: ServiceManager, existing: string): void {
  const advice = "Use --force to go on all the same.";
  if (!isAsWritten(existing)) {
    throw new BellhopError(
      "service_unavailable",
      `Somebody has changed ${manager.path} since Bellhop wrote it, or Bellhop never did, so it was left alone. ${advice}`,
    );
  }
  if (!manager.isForHome(existing)) {
    throw new BellhopError(
      "service_unavailable",
      `${manager.path} is for another home, and a user has one such service, so it was left alone. ${advice}`,
    );
  }
}
