import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import { isObject, parseJson } from "../../base/json.ts";
import { systemCode } from "../../core/errors.ts";
import { EnvironmentError } from "../../ports/environment.ts";

/** Optional packages that lead into environments, and how each is installed. */
export const PACKAGES = {
  docker: { name: "dockerode", install: "npm install dockerode" },
  ssh: { name: "ssh2", install: "npm install ssh2" },
  // The newest package of that name is another one, for windows on web pages.
  modal: { name: "modal", install: "npm install modal@0.11.1" },
  daytona: { name: "@daytonaio/sdk", install: "npm install @daytonaio/sdk" },
  e2b: { name: "e2b", install: "npm install e2b" },
} as const;

export type PackageKind = keyof typeof PACKAGES;

/** The version of an installed package, without loading it; null when it is not installed. */
export function installedVersion(kind: PackageKind): string | null {
  const { name } = PACKAGES[kind];
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const file = folders.map((folder) => join(folder, name, "package.json")).find((path) => existsSync(path));
  if (file === undefined) return null;
  const content = parseJson(readFileSync(file, "utf8"));
  return isObject(content) && typeof content["version"] === "string" ? content["version"] : null;
}

/** Loads a package with `load`; rejects with `unusable`, saying how to install it, when it is not there. */
export async function loaded<T>(kind: PackageKind, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (systemCode(error) !== "ERR_MODULE_NOT_FOUND") throw error;
    const { name, install } = PACKAGES[kind];
    throw new EnvironmentError(
      "unusable",
      `An environment of kind ${kind} needs the package ${name}, which is not installed. Install it beside bellhop: \`${install}\`.`,
      { cause: error },
    );
  }
}
