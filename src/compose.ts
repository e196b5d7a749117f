import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { homePath, runtimePath } from "./base/home-paths.ts";
import { readConfiguration } from "./adapters/config/config-file.ts";
import { deliveryFiles } from "./adapters/callbacks/delivery-files.ts";
import { httpPoster } from "./adapters/callbacks/http-poster.ts";
import { systemClock } from "./adapters/clock/system.ts";
import { elsewhereOf } from "./adapters/environment/elsewhere.ts";
import { lent, openedLater } from "./adapters/environment/later.ts";
import { openEnvironment } from "./adapters/environment/open-environment.ts";
import { environmentUsability } from "./adapters/environment/usability.ts";
import { linuxInputProbe } from "./adapters/input-probe/linux.ts";
import { hostIsolation } from "./adapters/isolation/host.ts";
import { findProgram } from "./adapters/launch/programs.ts";
import { removePipes, shimLauncher } from "./adapters/launch/shim-launcher.ts";
import { type SparePipes, sparePipes } from "./adapters/launch/spare-pipes.ts";
import { usableDirectory } from "./adapters/launch/working-directory.ts";
import { openOutputLog } from "./adapters/output/output-log.ts";
import { linuxProcessTable } from "./adapters/process-table/linux.ts";
import { linuxSockets } from "./adapters/sockets/linux.ts";
import { openEmulator } from "./adapters/screen/emulator.ts";
import { fileStore } from "./adapters/store/file-store.ts";
import { type Home, openHome } from "./adapters/store/layout.ts";
import { lockHome } from "./adapters/store/lock.ts";
import { BellhopError, messageOf } from "./core/errors.ts";
import type { Configuration } from "./core/configuration.ts";
import { parseEnvironment } from "./core/environment-spec.ts";
import { processIdFrom } from "./core/ids.ts";
import {
  ENDED_KEPT_MAX,
  ENDED_KEPT_MS,
  KILL_GRACE_MS,
  LINGER_SECONDS,
  RUNNING_MAX,
  WAIT_TIMEOUT_SECONDS,
} from "./core/limits.ts";
import { localTime } from "./base/time.ts";
import { packageVersion } from "./base/version.ts";
import type { SubagentFacts } from "./core/notify/format-context.ts";
import type { Clock } from "./ports/clock.ts";
import type { Elsewhere } from "./ports/elsewhere.ts";
import type { Environment } from "./ports/environment.ts";
import type { Isolation } from "./ports/isolation.ts";
import type { Logger } from "./ports/logger.ts";
import type { ProcessTable } from "./ports/process-table.ts";
import type { Ports, Settings } from "./registry/context.ts";
import { Registry } from "./registry/registry.ts";
import type { HttpRoute } from "./surfaces/daemon/http.ts";

export interface OpenOptions extends Partial<Settings> {
  /** The state directory. @default `$BELLHOP_HOME`, else `$XDG_STATE_HOME/bellhop`, else `~/.local/state/bellhop` */
  readonly home?: string;
  /** Where Bellhop's own warnings go. @default nowhere */
  readonly logger?: Logger;
  /** @default the system's */
  readonly clock?: Clock;
  /** What the host knows about a subagent (`sa-…`): its events say whose they are. @default nothing */
  readonly subagent?: (id: string) => SubagentFacts | undefined;
  /**
   * Places where commands run, by short names: what the name stands for (`docker:NAME`), or an environment of the program's
   * own, which must be given again under the same name whenever the home is opened. Those of the configuration count, too.
   */
  readonly environments?: Readonly<Record<string, string | Environment>>;
  /** How processes are run in other environments. @default through our shim there */
  readonly elsewhere?: Elsewhere;
  /** What keeps processes apart and within limits. @default what the system has */
  readonly isolation?: Isolation;
  /** The shell that runs the shim. @default `/bin/sh` */
  readonly shimShell?: readonly string[];
  /** Whether `script` can hold a terminal here. @default whether that of util-linux is here */
  readonly holdsTerminals?: () => boolean;
  /** Whether a terminal can be made without `script`. @default whether the optional package `@lydell/node-pty` is here */
  readonly opensTerminals?: () => boolean;
}

const SILENT: Logger = { info: () => undefined, warn: () => undefined };

/**
 * Opens a home in this program, which becomes its one owner until `close`.
 * Throws `home_in_use` (naming the holder), `home_unusable` or `home_too_new`.
 */
export async function openRegistry(options: OpenOptions = {}): Promise<Registry> {
  if (process.platform !== "linux") {
    throw new BellhopError(
      "home_unusable",
      `Bellhop runs on Linux; this is ${process.platform}. Run it in a Linux machine or container.`,
    );
  }
  const table = linuxProcessTable();
  const home = openHome(homePath(options.home));
  const lock = await lockHome(home, table);
  let spares: SparePipes | null = null;
  const release = async (): Promise<void> => {
    await spares?.close();
    lock.release();
  };
  try {
    const mkfifo = findProgram("mkfifo", process.env["PATH"]);
    const pipesRoot = hasPipes(home, mkfifo) ? null : join(runtimePath(home.path), "pipes");
    spares = sparePipes(home.spares, pipesRoot === null ? mkfifo : null);
    const configuration = readConfiguration();
    const ports = portsOf({ home, table, spares, pipesRoot, configuration }, options);
    return await Registry.open({ home: home.path, ports, settings: settingsOf(configuration, options), release });
  } catch (error) {
    await release();
    throw error;
  }
}

interface Ground {
  readonly home: Home;
  readonly table: ProcessTable;
  readonly spares: SparePipes;
  readonly pipesRoot: string | null;
  readonly configuration: Configuration;
}

function portsOf({ home, table, spares, pipesRoot, configuration }: Ground, options: OpenOptions): Ports {
  const clock = options.clock ?? systemClock;
  const logger = options.logger ?? SILENT;
  return {
    clock,
    table,
    sockets: linuxSockets(clock),
    inputProbe: linuxInputProbe(),
    logger,
    isolation: options.isolation ?? hostIsolation({ clock, logger, home: home.path }).isolation,
    launcher: shimLauncher({
      clock,
      table,
      spares,
      pipesRoot,
      ...(options.shimShell ? { shimShell: options.shimShell } : {}),
      ...(options.holdsTerminals ? { holdsTerminals: options.holdsTerminals } : {}),
      ...(options.opensTerminals ? { opensTerminals: options.opensTerminals } : {}),
    }),
    ...environmentPorts({ clock, logger }, configuration, { ...options, home: home.path }),
    store: fileStore(home, logger, (id) => removePipes(pipesRoot, id)),
    deliveries: deliveryFiles(home, logger),
    poster: httpPoster,
    openLog: (directory, paceMs) => openOutputLog(directory, { clock, ...(paceMs === undefined ? {} : { paceMs }) }),
    openEmulator,
    newId: () => processIdFrom(randomBytes(6).toString("hex")),
    usableDirectory,
    formatContext: { localTime, ...(options.subagent ? { subagent: options.subagent } : {}) },
  };
}

/** What a daemon serves over HTTP, once it is asked to. Without its optional package MCP is left out, and a warning says so. */
export async function httpRoutes(registry: Registry, logger: Logger): Promise<readonly HttpRoute[]> {
  const { mcpRoute } = await import("./surfaces/mcp/route.ts");
  const { webRoute } = await import("./surfaces/web/route.ts");
  const { operations } = await import("./operations/index.ts");
  const mcp = await mcpRoute(registry, logger).catch((error: unknown) => {
    logger.warn(`MCP is not served over HTTP: ${messageOf(error)}`);
    return null;
  });
  const web = webRoute({ bellhop: registry, operations, version: packageVersion(), clock: systemClock, logger });
  return mcp === null ? [web] : [mcp, web];
}

/** Whether the file system of the home takes named pipes; some network and FUSE file systems do not. */
function hasPipes(home: Home, mkfifo: string | null): boolean {
  if (mkfifo === null) return true; // The shim looks for itself, and says what is missing.
  mkdirSync(home.spares, { recursive: true, mode: 0o700 });
  const probe = join(home.spares, `probe.${process.pid}`);
  return spawnSync(mkfifo, [probe], { stdio: "ignore" }).status === 0;
}

/** The user's own names mean what the configuration says, or this program; its own environments stand above both. */
function environmentPorts(
  { clock, logger }: Pick<Ports, "clock" | "logger">,
  configuration: Configuration,
  options: OpenOptions,
): Pick<Ports, "elsewhere" | "environmentName"> {
  const given = Object.entries(options.environments ?? {});
  const own = new Map(given.flatMap(([name, place]) => (typeof place === "string" ? [] : [[name, place] as const])));
  const strings = given.flatMap(([name, place]) => (typeof place === "string" ? [[name, place] as const] : []));
  const named = { ...configuration.environments, ...Object.fromEntries(strings) };
  return {
    environmentName: (name) => (own.has(name) ? name : parseEnvironment(name, named).name),
    elsewhere:
      options.elsewhere ??
      elsewhereOf({
        clock,
        logger,
        open: (name) => {
          const place = own.get(name);
          return place === undefined
            ? openedLater(name, () => openEnvironment(name, named, options.home))
            : lent(place);
        },
        check: (name) => {
          if (!own.has(name)) parseEnvironment(name, named);
        },
        usability: () => environmentUsability(),
      }),
  };
}

function settingsOf(configuration: Configuration, options: OpenOptions): Settings {
  const { idleSeconds: _, httpPort: __, environments: ___, ...configured } = configuration;
  return { ...DEFAULTS, ...configured, ...given(options) };
}

const DEFAULTS: Settings = {
  redactSecrets: true,
  waitTimeoutSeconds: WAIT_TIMEOUT_SECONDS,
  killGraceMs: KILL_GRACE_MS,
  endedKeptMs: ENDED_KEPT_MS,
  endedKeptMax: ENDED_KEPT_MAX,
  runningMax: RUNNING_MAX,
  environmentPassthrough: [],
  environmentPolicy: {},
  surfaceSubagentEvents: false,
  lingerSeconds: LINGER_SECONDS,
  delegation: {},
};

/** The settings among the options. */
function given(options: OpenOptions): Partial<Settings> {
  const keys = [...(Object.keys(DEFAULTS) as (keyof Settings)[]), "transform", "vaultValues"] as const;
  return Object.fromEntries(keys.filter((key) => options[key] !== undefined).map((key) => [key, options[key]]));
}
