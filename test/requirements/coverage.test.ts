import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT, sources } from "../support/sources.ts";
import type { Requirement } from "./requirement.ts";

/** Every rule that we keep has a test that says so, and no test cites a rule that there is not. */
const FOLDER = join("test", "requirements");
const requirements = await allRequirements();
const ids = new Set(requirements.map(({ id }) => id));
const cited = citations();

test("requirements were found", () => {
  expect(requirements.length).toBeGreaterThan(0);
});

test("ids are unique, and each has a rule and a source", () => {
  const twice = requirements.filter(({ id }, place) => requirements.findIndex((other) => other.id === id) !== place);
  const unclear = requirements.filter(
    ({ id, rule, source }) => !/^[A-Z]+-\d+$/.test(id) || !rule.endsWith(".") || source === "",
  );
  expect({ twice, unclear }).toEqual({ twice: [], unclear: [] });
});

test("each requirement is cited by a test", () => {
  const missing = requirements.filter(({ id }) => !cited.has(id)).map(({ id, rule }) => `${id}: ${rule}`);
  expect(missing).toEqual([]);
});

test("each citation is of a requirement", () => {
  const areas = new Set([...ids].map(areaOf));
  const unknown = [...cited]
    .filter(([id]) => areas.has(areaOf(id)) && !ids.has(id))
    .map(([id, path]) => `${path}: ${id}`);
  expect(unknown).toEqual([]);
});

async function allRequirements(): Promise<readonly Requirement[]> {
  const files = readdirSync(join(ROOT, FOLDER)).filter((name) => /^(?!requirement\.ts$).*(?<!\.test)\.ts$/.test(name));
  const modules = await Promise.all(
    files.map(async (name) => (await import(join(ROOT, FOLDER, name))) as Record<string, unknown>),
  );
  return modules.flatMap((module) => Object.values(module).filter(Array.isArray).flat() as Requirement[]);
}

/** Ids in brackets in a test's name, one or several, or first in a row of a table of cases. */
function citations(): ReadonlyMap<string, string> {
  const found = sources("test", ".test.ts").flatMap(({ path, text }) =>
    [...text.matchAll(/\[\s*"?([A-Z]+-\d+(?:[, ]+[A-Z]+-\d+)*)"?\s*[\],]/g)].flatMap(([, ids = ""]) =>
      ids.split(/[, ]+/).map((id) => [id, path] as const),
    ),
  );
  return new Map(found);
}

function areaOf(id: string): string {
  return id.split("-")[0] ?? "";
}
