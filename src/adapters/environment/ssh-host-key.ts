import { readFile } from "node:fs/promises";

import type { ServerHostKeyAlgorithm } from "ssh2";

import { EnvironmentError } from "../../ports/environment.ts";
import { fingerprint, keysOf, type KnownKey, knownName, typeIn } from "./ssh-known-hosts.ts";
import type { SshSettings } from "./ssh-settings.ts";

/** All that is known about the keys of a host. */
export async function knownHostKeys({ host, port, knownHosts }: SshSettings): Promise<readonly KnownKey[]> {
  const about = async (name: string): Promise<readonly KnownKey[]> => {
    const keys = knownHosts.map(async (file) => keysOf(name, file, await readFile(file, "utf8").catch(() => "")));
    return (await Promise.all(keys)).flat();
  };
  const exact = await about(knownName(host, port));
  // Like ssh: a host that has other ports may have the key of its first one there, too.
  return exact.length > 0 || port === 22 ? exact : (await about(host)).filter(({ isRevoked }) => !isRevoked);
}

const TYPES = [
  "ssh-ed25519",
  "ecdsa-sha2-nistp256",
  "ecdsa-sha2-nistp384",
  "ecdsa-sha2-nistp521",
  "rsa-sha2-512",
  "rsa-sha2-256",
  "ssh-rsa",
] as const satisfies readonly ServerHostKeyAlgorithm[];

/** Known types come first: a host has keys of several types, and shows the one that is asked for. */
export function hostKeyTypes(known: readonly KnownKey[]): ServerHostKeyAlgorithm[] {
  const types = new Set(known.filter(({ isRevoked }) => !isRevoked).map(({ type }) => type));
  const isKnown = (name: string): boolean => types.has(name.startsWith("rsa-") ? "ssh-rsa" : name);
  return [...TYPES.filter(isKnown), ...TYPES.filter((name) => !isKnown(name))];
}

/** Null: this is the host. Otherwise the error that says who it may be. */
export function judgeHostKey(settings: SshSettings, known: readonly KnownKey[], key: Buffer): EnvironmentError | null {
  const same = known.filter((one) => one.key.equals(key));
  const revoked = same.find(({ isRevoked }) => isRevoked);
  const valid = known.filter(({ isRevoked }) => !isRevoked);
  if (revoked !== undefined) return refused(revokedText(settings, revoked, key));
  if (same.length > 0) return null;
  const other = valid.find(({ type }) => type === typeIn(key)) ?? valid[0];
  return refused(other === undefined ? unknownText(settings, key) : changedText(settings, other, key));
}

function refused(message: string): EnvironmentError {
  return new EnvironmentError("refused", message);
}

function shown(key: Buffer): string {
  return `${fingerprint(key)} (${typeIn(key)})`;
}

function unknownText(settings: SshSettings, key: Buffer): string {
  const { name, host, port, user, knownHosts } = settings;
  const [file = ""] = knownHosts;
  const connect = `ssh -o UserKnownHostsFile=${file} -p ${port} ${user}@${host}`;
  return `${name} is not a known host: no key of ${knownName(host, port)} is in ${knownHosts.join(", ")}. It shows ${shown(key)}. Compare that with the machine's own (\`ssh-keygen -lf /etc/ssh/ssh_host_*_key.pub\` there, file by file), then connect once by hand, which adds it: \`${connect}\`.`;
}

function changedText(
  { name, host, port }: SshSettings,
  { file, line, type, key: before }: KnownKey,
  key: Buffer,
): string {
  return `THE HOST KEY OF ${name} HAS CHANGED. Somebody may be listening in between, or the machine was set up anew. It shows ${shown(key)}; ${file}, line ${line}, has ${fingerprint(before)} (${type}). Nothing was sent to it. Ask its owner; if the new key is right: \`ssh-keygen -f ${file} -R '${knownName(host, port)}'\`, then connect once by hand.`;
}

function revokedText({ name }: SshSettings, { file, line }: KnownKey, key: Buffer): string {
  return `THE HOST KEY OF ${name} IS REVOKED in ${file}, line ${line}: ${shown(key)}. Somebody may have stolen it. Nothing was sent to it. Ask its owner for the new key.`;
}
