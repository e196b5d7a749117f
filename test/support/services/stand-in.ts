import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "../temp.ts";

export interface StandIn {
  /** To be given to an environment. */
  readonly env: Readonly<Record<string, string>>;
  /** The words of each run, without the program. */
  runs(): readonly (readonly string[])[];
  /** The variables that the last run had. */
  variables(): Readonly<Record<string, string>>;
}

/** Stands behind the words of each run. */
const END = "(end of a run)";

/**
 * A program of that name, first on PATH, that writes down how it was run and then does `body`, where "$@" begins with the `sh` that
 * it was to run there.
 */
export function standIn(program: string, body = 'exec "$@"'): StandIn {
  const directory = temporaryDirectory();
  const path = join(directory, "bin");
  mkdirSync(path);
  const file = join(path, program);
  const runs = join(directory, "runs");
  const variables = join(directory, "variables");
  writeFileSync(runs, "");
  writeFileSync(
    file,
    `#!/bin/sh
{ for word; do printf '%s\\0' "$word"; done; printf '%s\\0' '${END}'; } >> '${runs}'
cat /proc/self/environ > '${variables}'
while [ "$#" -gt 0 ] && [ "$1" != sh ]; do shift; done
${body}
`,
  );
  chmodSync(file, 0o755);
  return {
    env: { ...process.env, PATH: `${path}:/usr/bin:/bin` },
    runs: () =>
      readFileSync(runs, "utf8")
        .split(`${END}\0`)
        .slice(0, -1)
        .map((run) => run.split("\0").slice(0, -1)),
    variables: () =>
      Object.fromEntries(
        readFileSync(variables, "utf8")
          .split("\0")
          .filter((pair) => pair !== "")
          .map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
      ),
  };
}
