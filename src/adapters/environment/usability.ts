import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

import { PRESETS, type PresetName } from "../../core/environment-presets.ts";
import { messageOf, systemCode } from "../../core/errors.ts";
import { USABILITY_DEADLINE_MS } from "../../core/limits.ts";
import type { Usability } from "../../ports/environment.ts";
import { searchPath } from "./command-prefix.ts";
import { usabilityOfEngine } from "./docker-usability.ts";
import { PACKAGES, type PackageKind, installedVersion } from "./packages.ts";
import { shortened } from "./trouble.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** What each kind of environment needs on this host, and whether it is there. Nothing is connected to but engines, which are of this host. */
export async function environmentUsability(env: Variables = process.env): Promise<readonly Usability[]> {
  const packages = (Object.keys(PACKAGES) as PackageKind[]).flatMap((kind) => {
    const usability = usabilityOfPackage(kind, env);
    return kind === "docker" ? usabilityOfEngines(usability, env) : [usability];
  });
  const programs = (Object.keys(PRESETS) as PresetName[]).map((preset) => usabilityOfPreset(preset, env));
  return Promise.all([...packages, ...programs]);
}

/** One package for all of them; each has a socket of its own. */
function usabilityOfEngines({ isUsable, why }: Usability, env: Variables): readonly (Usability | Promise<Usability>)[] {
  const engines = ["docker", "podman"] as const;
  if (!isUsable) return engines.map((kind) => ({ kind, isUsable, why }));
  const installed = why.replace(/\.$/, "");
  return engines.map((engine) => usabilityOfEngine(engine, installed, env));
}

/** Where the keys of a service are looked for. */
const KEYS: Readonly<Partial<Record<PackageKind, { readonly where: string; has(env: Variables): boolean }>>> = {
  modal: {
    where: "MODAL_TOKEN_ID and MODAL_TOKEN_SECRET, or ~/.modal.toml",
    has: (env) =>
      (isSet(env, "MODAL_TOKEN_ID") && isSet(env, "MODAL_TOKEN_SECRET")) || existsSync(join(homedir(), ".modal.toml")),
  },
  daytona: {
    where: "DAYTONA_API_KEY, or DAYTONA_JWT_TOKEN and DAYTONA_ORGANIZATION_ID",
    has: (env) =>
      isSet(env, "DAYTONA_API_KEY") || (isSet(env, "DAYTONA_JWT_TOKEN") && isSet(env, "DAYTONA_ORGANIZATION_ID")),
  },
  e2b: { where: "E2B_API_KEY", has: (env) => isSet(env, "E2B_API_KEY") },
};

function usabilityOfPackage(kind: PackageKind, env: Variables): Usability {
  const { name, install } = PACKAGES[kind];
  const version = installedVersion(kind);
  if (version === null) return { kind, isUsable: false, why: `The package ${name} is missing: \`${install}\`.` };
  const keys = KEYS[kind];
  if (keys !== undefined && !keys.has(env))
    return { kind, isUsable: false, why: `${name} ${version} is there, but no key: set ${keys.where}.` };
  return { kind, isUsable: true, why: `${name} ${version}.` };
}

function isSet(env: Variables, name: string): boolean {
  return (env[name] ?? "") !== "";
}

/** How a program is asked for its version, where it is not `--version`. */
const VERSION_WORDS: Readonly<Partial<Record<PresetName, readonly string[]>>> = { kubectl: ["version", "--client"] };

async function usabilityOfPreset(preset: PresetName, env: Variables): Promise<Usability> {
  const { program } = PRESETS[preset];
  const kind = `exec:${preset}`;
  const words = VERSION_WORDS[preset] ?? ["--version"];
  return new Promise((resolve) => {
    const options = {
      env: { ...env, PATH: searchPath(env) },
      timeout: USABILITY_DEADLINE_MS,
      killSignal: "SIGKILL",
    } as const;
    execFile(program, words, options, (error, output, errorOutput) => {
      if (systemCode(error) === "ENOENT")
        resolve({ kind, isUsable: false, why: `${program} is not on PATH: install it.` });
      else if (error !== null)
        resolve({ kind, isUsable: false, why: `${program} failed: ${shortened(errorOutput || messageOf(error))}.` });
      else resolve({ kind, isUsable: true, why: `${shortened(output.split("\n")[0] ?? "") || program}.` });
    });
  });
}
