import type { StartOptions } from "../core/contract.ts";
import { jobEnvironment } from "../core/environment-policy.ts";
import { sessionVariables } from "../core/environment-session.ts";
import { BellhopError, invalidArgument } from "../core/errors.ts";
import { ENVIRONMENT_NAME_MAX_CHARS } from "../core/limits.ts";
import type { ProcessSpec } from "../core/record.ts";
import { terminalEnvironment } from "../core/terminal/environment.ts";
import type { Place } from "../ports/elsewhere.ts";
import { attend } from "./attend.ts";
import { followElsewhere } from "./contact.ts";
import type { Context, Tracked } from "./context.ts";
import { hasEnded, observe } from "./observe.ts";
import { listen } from "./settle.ts";
import { wantedSize } from "./terminal-size.ts";

/** The name of this host among the environments. */
const HOST = "host";
const LIMITS = ["memoryMaxMb", "maxProcesses", "cpuPercent", "nice"] as const;

/**
 * The environment that a start asks for; null for this host. Throws `invalid_argument` for one that nobody knows, and for what
 * can be seen on this host only.
 */
export function environmentOf(context: Context, options: StartOptions): string | null {
  const { environment: asked = HOST, ready } = options;
  if (typeof asked !== "string" || asked.includes("\0") || asked.length > ENVIRONMENT_NAME_MAX_CHARS)
    throw invalidArgument("environment", `a text of at most ${ENVIRONMENT_NAME_MAX_CHARS} characters`, asked);
  const environment = asked === "" ? HOST : context.ports.environmentName(asked);
  if (environment === HOST) return null;
  context.ports.elsewhere.check(environment);
  if (ready !== undefined && !("pattern" in ready)) {
    const condition = "port" in ready ? "ready.port" : "ready.http";
    throw new BellhopError(
      "invalid_argument",
      `${condition} looks at this host, and the command is to run in ${environment}. Use ready.pattern with a line that it prints.`,
    );
  }
  return environment;
}

/**
 * `host` as it would be here, for a start elsewhere: nothing of this host's environment and directory, only what was asked for.
 * An empty `cwd` is where the environment begins.
 */
export function specElsewhere(context: Context, options: StartOptions, host: ProcessSpec): ProcessSpec {
  const { settings } = context;
  const { programDirectory: _, home: __, ...policy } = settings.environmentPolicy;
  const asked = options.env ?? {};
  const pty = wantedSize(options.pty);
  const env = jobEnvironment({}, asked, {
    ...policy,
    passthrough: settings.environmentPassthrough,
    session: sessionVariables(options),
  });
  return {
    ...host,
    cwd: options.cwd ?? "",
    env: pty === null ? env : terminalEnvironment(env, asked),
    shell: host.shell === "cached" ? "login" : host.shell,
    stdin: options.stdin ?? "null",
    pty,
    ...(host.onExit === "" ? {} : { hook: { env: host.env, cwd: host.cwd } }),
  };
}

/** What was asked for and does not hold there. */
export function notesElsewhere(options: StartOptions, environment: string): readonly string[] {
  const limits = LIMITS.filter((key) => options[key] !== undefined);
  return [
    ...(limits.length > 0
      ? [
          `${limits.join(", ")} can be kept on this host only, and ${limits.length > 1 ? "do" : "does"} not hold in ${environment}.`,
        ]
      : []),
    ...(options.shell === "cached"
      ? [`In ${environment} it runs in a login shell: what is cached is of this host.`]
      : []),
  ];
}

/** Starts it there. Rejects when nothing runs there. */
export async function launchElsewhere(
  context: Context,
  tracked: Tracked,
  { place, spec }: { readonly place: Place; readonly spec: ProcessSpec },
): Promise<{ readonly notes: readonly string[]; readonly begin: () => void }> {
  const { hook: _, ...asked } = spec; // That is of this host.
  const { pid, notes } = await context.ports.elsewhere.launch(place, asked);
  tracked.record = { ...tracked.record, elsewhere: { environment: place.environment, pid } };
  return { notes, begin: () => beganElsewhere(context, tracked) };
}

/** It runs there, or has run: also what recovery calls for a start that was interrupted. The mirror says what became of it. */
export function beganElsewhere(context: Context, tracked: Tracked): void {
  observe(context, tracked, { type: "started" });
  if (!hasEnded(tracked)) listen(context, tracked);
  attend(context, tracked);
  followElsewhere(context, tracked);
}
