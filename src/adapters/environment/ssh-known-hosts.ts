import { createHash, createHmac } from "node:crypto";

import { anyFits } from "./ssh-config.ts";

/** One line of a file of known hosts. */
export interface KnownKey {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** `ssh-ed25519`, … */
  readonly type: string;
  readonly key: Buffer;
  readonly isRevoked: boolean;
}

/** The name under which a host has its key: the port belongs to it unless it is 22. */
export function knownName(host: string, port: number): string {
  return port === 22 ? host : `[${host}]:${port}`;
}

/**
 * The lines of a file of known hosts (sshd(8), "SSH_KNOWN_HOSTS FILE FORMAT") that are about `name`: plain names, patterns, and
 * hashed ones. Lines that say nothing, and those of certificate authorities, are left out.
 */
export function keysOf(name: string, file: string, text: string): readonly KnownKey[] {
  return text.split(/\r?\n/).flatMap((content, index) => {
    const words = content.trim().split(/\s+/);
    const marker = words[0]?.startsWith("@") === true ? words.shift() : undefined;
    const [names = "", type = "", encoded = ""] = words;
    const key = Buffer.from(encoded, "base64");
    const isKey = !names.startsWith("#") && key.length > 0 && typeIn(key) === type;
    if (!isKey || marker === "@cert-authority" || !isAbout(name, names)) return [];
    return [{ file, line: index + 1, type, key, isRevoked: marker === "@revoked" }];
  });
}

function isAbout(name: string, names: string): boolean {
  if (!names.startsWith("|1|")) return anyFits(name, names.split(","));
  const [, , salt = "", hash = ""] = names.split("|");
  return createHmac("sha1", Buffer.from(salt, "base64")).update(name.toLowerCase()).digest("base64") === hash;
}

/** The type of a key, with which it begins. */
export function typeIn(key: Buffer): string {
  return key.length < 4 ? "" : key.subarray(4, 4 + key.readUInt32BE(0)).toString("latin1");
}

/** As `ssh-keygen -l` shows it. */
export function fingerprint(key: Buffer): string {
  return `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;
}
