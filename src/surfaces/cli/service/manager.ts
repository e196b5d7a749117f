import { userInfo } from "node:os";
import { isAbsolute, join } from "node:path";

import { homePath } from "../../../base/home-paths.ts";
import { BellhopError } from "../../../core/errors.ts";
import type { ServiceSpec } from "../../../core/service/spec.ts";
import { DAEMON_NODE_OPTIONS, DAEMON_PROGRAM } from "../../client/daemon-program.ts";
import { runTool, type ToolResult, userManagerEnvironment } from "../../client/service.ts";
import type { Context, Invocation, Remote } from "../context.ts";
import { running, stopDaemon } from "../running.ts";

/** What starts programs for a user: systemd or launchd. */
export interface ServiceManager {
  /** Of the file that describes the service. */
  readonly path: string;
  readonly text: string;
  /** Whether a file, changed or not, is for the same home. */
  readonly isForHome: (text: string) => boolean;
  /** What a person runs to start it. */
  readonly startLine: string;
  /** Takes the file in, starts the service, and gives the pid of the daemon once it answers. `isChanged`: of the file. Throws `service_unavailable`. */
  readonly activate: (isChanged: boolean) => Promise<number>;
  /** Stops and forgets the service, as far as that can be done here. Its jobs run on. */
  readonly deactivate: () => Promise<void>;
  /** What the person must know; sentences. */
  readonly notes: () => Promise<readonly string[]>;
}

/** The machine, the user and their daemon. */
export interface ServiceHost {
  readonly spec: ServiceSpec;
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly uid: number;
  /** Runs a tool of the manager. */
  readonly run: (...words: readonly string[]) => Promise<ToolResult>;
  /** The daemon that answers for the home. */
  readonly daemon: () => Promise<Remote | undefined>;
  /** Asks a daemon to step down, and waits until it has gone. */
  readonly stepDown: (remote: Remote) => Promise<void>;
}

export function serviceHost(context: Context, invocation: Invocation): ServiceHost {
  const { env } = context.caller();
  const toolEnv = userManagerEnvironment(env);
  const { username: user, uid } = userInfo();
  return {
    spec: {
      node: process.execPath,
      nodeOptions: DAEMON_NODE_OPTIONS,
      program: DAEMON_PROGRAM,
      home: homePath(invocation.home, env),
      env: configurationOf(env),
    },
    env,
    user,
    uid,
    run: (...words) => runTool(words, toolEnv),
    daemon: () => running(context, invocation),
    stepDown: async (remote) => {
      const { pid, home } = remote.daemon;
      if (!(await stopDaemon(remote, "The daemon of a service takes its place.")).isGone) {
        throw new BellhopError(
          "service_unavailable",
          `The daemon of ${home} (pid ${pid}) does not step down; end it with: kill ${pid}`,
        );
      }
    },
  };
}

/** A daemon that is started by the manager must read the same configuration as one that is started from here. */
function configurationOf(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const config = env["XDG_CONFIG_HOME"];
  const isDefault = !config || !isAbsolute(config) || config === join(env["HOME"] ?? "", ".config");
  return isDefault ? {} : { XDG_CONFIG_HOME: config };
}
