import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { compareVersions, packageDirectory, packageVersion } from "../../src/base/version.ts";

test("[DMN-3] versions are ordered as semver says", () => {
  const ordered = [
    "nonsense",
    "0.9.10",
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-beta.2",
    "1.0.0-beta.11",
    "1.0.0-rc.1",
    "1.0.0",
    "1.0.10",
    "1.2.0",
    "10.0.0",
  ];
  const shuffled = ordered.toReversed();
  expect(shuffled.toSorted(compareVersions)).toEqual(ordered);
  expect(compareVersions("1.2.3+one", "1.2.3+two")).toBe(0);
});

test("[DMN-3] the version is that of the package", () => {
  const manifest = JSON.parse(readFileSync(`${packageDirectory}package.json`, "utf8")) as { version: string };
  expect(packageVersion()).toBe(manifest.version);
});
