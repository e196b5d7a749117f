import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { isObject, parseJson } from "./json.ts";

/** The directory of this package, with a slash at its end. Found by its manifest: this code may have been bundled into another file. */
export const packageDirectory: string = join(nearestManifest(dirname(fileURLToPath(import.meta.url))), "/");

function nearestManifest(directory: string): string {
  const parent = dirname(directory);
  return existsSync(join(directory, "package.json")) || parent === directory ? directory : nearestManifest(parent);
}

let known: string | undefined;

/** The version in `package.json`. */
export function packageVersion(): string {
  known ??= readVersion();
  return known;
}

function readVersion(): string {
  const manifest = parseJson(readFileSync(`${packageDirectory}package.json`, "utf8"));
  const version = isObject(manifest) ? manifest["version"] : undefined;
  if (typeof version !== "string") throw new Error(`${packageDirectory}package.json has no version.`);
  return version;
}

/**
 * Which of two versions is newer (semver.org, 11): negative when `a` is older, 0 when they are equal, positive when `a` is newer.
 * What is not a version counts as older than every version.
 */
export function compareVersions(a: string, b: string): number {
  const left = parse(a);
  const right = parse(b);
  for (let index = 0; index < 3; index++) {
    const difference = (left.numbers[index] ?? 0) - (right.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return comparePrereleases(left.prerelease, right.prerelease);
}

interface Version {
  readonly numbers: readonly number[];
  readonly prerelease: readonly string[];
}

function parse(text: string): Version {
  const match = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+.*)?$/.exec(text);
  if (!match) return { numbers: [-1], prerelease: [] };
  return { numbers: match.slice(1, 4).map(Number), prerelease: match[4]?.split(".") ?? [] };
}

function comparePrereleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length; // A release is newer than its prereleases.
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const difference = compareIdentifiers(a[index] ?? "", b[index] ?? "");
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function compareIdentifiers(a: string, b: string): number {
  const [aIsNumber, bIsNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (aIsNumber && bIsNumber) return Number(a) - Number(b);
  if (aIsNumber !== bIsNumber) return aIsNumber ? -1 : 1;
  return a < b ? -1 : Number(a > b);
}
