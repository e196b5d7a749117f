import { readFile } from "node:fs/promises";

import type { AuthHandlerMiddleware, AnyAuthMethod, ParsedKey } from "ssh2";

import { systemCode } from "../../core/errors.ts";
import { EnvironmentError } from "../../ports/environment.ts";
import type { SshSettings } from "./ssh-settings.ts";

export interface LoginFacts {
  /** What was shown, and what was not and why. */
  readonly tried: readonly string[];
  /** What the machine would have taken, once it has said so. */
  readonly taken: readonly string[];
}

export interface Login {
  readonly next: AuthHandlerMiddleware;
  facts(): LoginFacts;
}

type ParseKey = (content: Buffer) => ParsedKey | Error | readonly ParsedKey[];

/** The keys that are shown, one after the other: those that were asked for, then the agent's, or the agent's and then the usual ones. */
export async function loginMethods(settings: SshSettings, parseKey: ParseKey): Promise<Login> {
  const { identities, usualIdentities, user, agent } = settings;
  const asked = await Promise.all(identities.map((path) => keyIn({ path, isAsked: true, settings }, parseKey)));
  const usual =
    identities.length > 0
      ? []
      : await Promise.all(usualIdentities.map((path) => keyIn({ path, isAsked: false, settings }, parseKey)));
  const ofAgent = agent === undefined ? [] : [agentOf(agent, user)];
  const all = [...asked, ...ofAgent, ...usual].filter((one) => one !== null);
  const methods = all.flatMap(({ method }) => (method === null ? [] : [method]));
  const tried = [
    ...all.map(({ says }) => says),
    ...(agent === undefined ? ["no agent (SSH_AUTH_SOCK is not set)"] : []),
  ];
  let taken: readonly string[] = [];
  return {
    next(left, _partial, next) {
      if (Array.isArray(left)) taken = left;
      const method = methods.shift();
      // Its types lack false, which ends the login.
      next(method ?? (false as unknown as AnyAuthMethod));
    },
    facts: () => ({ tried, taken }),
  };
}

interface Shown {
  readonly method: AnyAuthMethod | null;
  readonly says: string;
}

function agentOf(agent: string, username: string): Shown {
  return { method: { type: "agent", username, agent }, says: "the keys of the agent" };
}

interface KeyFile {
  readonly path: string;
  readonly isAsked: boolean;
  readonly settings: SshSettings;
}

/** Null: there is none, and nobody has asked for it. */
async function keyIn({ path, isAsked, settings }: KeyFile, parseKey: ParseKey): Promise<Shown | null> {
  let content: Buffer;
  try {
    content = await readFile(path);
  } catch (error) {
    if (!isAsked) return null;
    const why = systemCode(error) === "ENOENT" ? "does not exist" : `cannot be read (${systemCode(error)})`;
    throw new EnvironmentError(
      "refused",
      `The key ${path} for ${settings.name} ${why}. Correct its path, or make it readable.`,
    );
  }
  const parsed = parseKey(content);
  if (!(parsed instanceof Error))
    return { method: { type: "publickey", username: settings.user, key: content }, says: path };
  const isProtected = /encrypted|passphrase/i.test(parsed.message);
  const why = isProtected
    ? `is protected by a passphrase, so it can be used only through an agent: \`ssh-add ${path}\``
    : "is not a private key that can be used";
  if (isAsked && (!isProtected || settings.agent === undefined))
    throw new EnvironmentError("refused", `The key ${path} for ${settings.name} ${why}.`);
  return { method: null, says: `not ${path}, which ${why}` };
}
