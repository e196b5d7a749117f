import { messageOf, systemCode } from "../../core/errors.ts";
import { EnvironmentError } from "../../ports/environment.ts";
import type { LoginFacts } from "./ssh-login.ts";
import type { SshSettings } from "./ssh-settings.ts";
import { shortened, troubled } from "./trouble.ts";

export interface ConnectFacts extends LoginFacts {
  readonly error: unknown;
  /** All that went wrong on the way. */
  readonly problems: readonly Error[];
}

/** Why a machine could not be connected to. */
export function connectTrouble(settings: SshSettings, facts: ConnectFacts): EnvironmentError {
  const { error } = facts;
  if (error instanceof EnvironmentError) return error;
  const { name, host, port, user } = settings;
  const said = messageOf(error);
  const options = { cause: error };
  if (isLevel(error, "client-authentication") || /too many authentication failures/i.test(said))
    return new EnvironmentError("refused", loginText(settings, facts), options);
  if (/no matching|Host denied/.test(said))
    return new EnvironmentError(
      "refused",
      `${name} and the package ssh2 have no way of encryption in common (${shortened(said)}). Allow a current one in its sshd_config.`,
      options,
    );
  if (isLevel(error, "client-timeout"))
    return new EnvironmentError(
      "unreachable",
      `${host} took the connection on port ${port}, or nothing refused it, but no login was possible in time. It is tried again when it is asked again; look whether an SSH server listens there.`,
      options,
    );
  const how = CODES[systemCode(error) ?? ""] ?? shortened(said);
  return new EnvironmentError(
    "unreachable",
    `${name} cannot be reached (${user}@${host}, port ${port}): ${how}. It is tried again when it is asked again.`,
    options,
  );
}

const CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens on that port",
  ENOTFOUND: "no such host is known to DNS",
  EAI_AGAIN: "DNS does not answer",
  EHOSTUNREACH: "there is no way to that host",
  ENETUNREACH: "there is no way to its network",
  ETIMEDOUT: "it does not answer",
  ECONNRESET: "it cut the connection",
};

function loginText({ name, user }: SshSettings, { tried, taken, problems }: ConnectFacts): string {
  const agent = problems.find((problem) => isLevel(problem, "agent"));
  const trouble = agent === undefined ? "" : ` The agent said: ${shortened(agent.message)}.`;
  const other = taken.length > 0 && !taken.includes("publickey") ? ` It takes only: ${taken.join(", ")}.` : "";
  return `${name} does not let ${user} in. Shown: ${tried.join("; ")}.${trouble}${other} Put the public key into ~/.ssh/authorized_keys there, add the key to the agent (\`ssh-add\`), or name its file: ?identity=FILE.`;
}

function isLevel(error: unknown, level: string): boolean {
  return error instanceof Error && "level" in error && error.level === level;
}

/** The shell there was run, and has not run `sh`. Who tries again gets the same, but for a machine that is full for now. */
export function notBegun(name: string, said: string): EnvironmentError {
  const isPassing = /temporar|cannot fork|out of memory|cannot allocate|no space/i.test(said);
  return troubled(name, said.trim() === "" ? "it has run nothing, and said nothing" : said, {
    trouble: isPassing ? "unreachable" : "refused",
    ifRefused: "Give that user a shell there that runs commands, and sh",
  });
}

export function connectionLost(name: string, cause?: Error): EnvironmentError {
  const why = cause === undefined ? "" : ` (${shortened(cause.message)})`;
  return new EnvironmentError(
    "unreachable",
    `The connection to ${name} was lost${why}. A new one is made when it is asked again.`,
    cause === undefined ? {} : { cause },
  );
}

export function closedByUs(name: string): EnvironmentError {
  return new EnvironmentError("unreachable", `The connection to ${name} was closed by us. Open it again.`);
}

/** Whatever a session could not be begun for. */
export function troubleInSsh(name: string, error: unknown): EnvironmentError {
  if (error instanceof EnvironmentError) return error;
  const said = messageOf(error);
  if ((error instanceof Error && "reason" in error) || said === "Unable to exec")
    return new EnvironmentError(
      "refused",
      `${name} lets us in, but runs nothing (${shortened(said)}). Look at MaxSessions, ForceCommand and the options of the key there.`,
      { cause: error },
    );
  return troubled(name, said, { cause: error, trouble: "unreachable" });
}
