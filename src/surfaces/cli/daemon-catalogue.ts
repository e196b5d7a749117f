import type { CommandSpec } from "./command-spec.ts";

/** The commands of the group `daemon`. */
export const DAEMON_COMMANDS: readonly CommandSpec[] = [
  {
    name: "daemon start",
    summary: "start the daemon unless it runs, and print its pid",
    example: "bellhop daemon start",
    load: async () => (await import("./commands/daemon.ts")).start,
  },
  {
    name: "daemon stop",
    summary: "end the daemon; processes run on",
    example: "bellhop daemon stop",
    load: async () => (await import("./commands/daemon.ts")).stop,
  },
  {
    name: "daemon status",
    summary: "say whether the daemon runs (exit code 3: no)",
    example: "bellhop daemon status --json",
    load: async () => (await import("./commands/daemon.ts")).status,
  },
  {
    name: "daemon run",
    summary: "be the daemon, in the foreground",
    example: "bellhop daemon run",
    options: [
      { flags: "--http <port>", text: "serve HTTP on this port of 127.0.0.1 as well (0: any)", parse: "integer" },
    ],
    load: async () => (await import("./commands/daemon.ts")).run,
  },
  {
    name: "daemon install",
    summary: "make the daemon a service that starts by itself",
    more: "A unit of your systemd (Linux) or an agent of launchd (macOS). A stop, restart or upgrade of it leaves every job alone.",
    example: "bellhop daemon install --now",
    options: [
      { flags: "--print", text: "only print the file that would be written" },
      { flags: "--now", text: "start it, too; a daemon that runs already is asked to step down" },
      { flags: "--force", text: "replace a file that somebody has changed, or that is for another home" },
    ],
    load: async () => (await import("./commands/daemon-install.ts")).install,
  },
  {
    name: "daemon uninstall",
    summary: "stop that service and remove it; processes run on",
    example: "bellhop daemon uninstall",
    options: [{ flags: "--force", text: "remove a file that somebody has changed, or that is for another home" }],
    load: async () => (await import("./commands/daemon-install.ts")).uninstall,
  },
];
