import { readFile } from "node:fs/promises";
import { homedir, userInfo } from "node:os";
import { join } from "node:path";

import type { SshSpec } from "../../core/environment-spec.ts";
import { EnvironmentError } from "../../ports/environment.ts";
import { type HostSettings, parseSshConfig } from "./ssh-config.ts";

/** Where files and variables of the user are. For tests also how long things may take. */
export interface SshGround {
  /** @default the home directory */
  readonly home?: string;
  /** @default ours */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Default: `SSH_CONNECT_DEADLINE_MS`. */
  readonly connectDeadlineMs?: number;
  /** Default: `SSH_KEEPALIVE_MS`. */
  readonly keepAliveMs?: number;
}

/** All that is needed to reach a machine. */
export interface SshSettings {
  /** Of the environment. */
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Files of private keys that were asked for. Empty: those that a user usually has, in `usualIdentities`. */
  readonly identities: readonly string[];
  readonly usualIdentities: readonly string[];
  readonly knownHosts: readonly string[];
  /** The socket of the agent. */
  readonly agent: string | undefined;
  readonly connectDeadlineMs?: number | undefined;
  readonly keepAliveMs?: number | undefined;
}

const SSH_PORT = 22;
const USUAL_KEYS = ["id_ed25519", "id_ecdsa", "id_rsa"];

/**
 * What the name says, then what `~/.ssh/config` does for this host, then what is usual. A name always has a port: the one of
 * the configuration counts where the name has 22.
 */
export async function sshSettings(spec: SshSpec, ground: SshGround): Promise<SshSettings> {
  const { home = homedir(), env = process.env } = ground;
  const own = parseSshConfig(await readFile(join(home, ".ssh", "config"), "utf8").catch(() => ""), spec.host);
  refuseDetours(spec.name, own);
  const host = (own.hostName ?? spec.host).replaceAll("%h", spec.host).replaceAll("%%", "%");
  const user = spec.user ?? own.user ?? userInfo().username;
  const path = (text: string): string => expanded(text, { home, host, user });
  const knownHosts = spec.knownHosts === undefined ? own.knownHosts : [spec.knownHosts];
  const identities = spec.identity === undefined ? own.identities : [spec.identity];
  return {
    name: spec.name,
    host,
    port: spec.port === SSH_PORT ? (own.port ?? SSH_PORT) : spec.port,
    user,
    identities: identities.map(path),
    usualIdentities: USUAL_KEYS.map((name) => join(home, ".ssh", name)),
    knownHosts: [
      ...(knownHosts.length > 0 ? knownHosts : ["~/.ssh/known_hosts", "~/.ssh/known_hosts2"]).map(path),
      ...(spec.knownHosts === undefined ? ["/etc/ssh/ssh_known_hosts", "/etc/ssh/ssh_known_hosts2"] : []),
    ],
    agent: env["SSH_AUTH_SOCK"] === "" ? undefined : env["SSH_AUTH_SOCK"],
    connectDeadlineMs: ground.connectDeadlineMs,
    keepAliveMs: ground.keepAliveMs,
  };
}

function refuseDetours(name: string, { detour }: HostSettings): void {
  if (detour === null) return;
  throw new EnvironmentError(
    "unusable",
    `${name} is reached through ${detour} of ~/.ssh/config, which Bellhop does not do. Forward a port (\`ssh -N -L 2222:localhost:22 HOST\`) and use ssh://localhost:2222.`,
  );
}

interface Words {
  readonly home: string;
  readonly host: string;
  readonly user: string;
}

/** A path of ssh_config(5). */
function expanded(text: string, { home, host, user }: Words): string {
  const words: Readonly<Record<string, string>> = { d: home, h: host, r: user, u: userInfo().username, "%": "%" };
  return text
    .replace(/^~(?=\/)/, () => home)
    .replaceAll(/%([dhru%])/g, (whole, letter: string) => words[letter] ?? whole);
}
