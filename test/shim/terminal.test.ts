import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { asLine, terminalWords } from "../../src/adapters/launch/terminal.ts";
import { temporaryDirectory } from "../support/temp.ts";

const SHIM = join(import.meta.dirname, "../../src/adapters/launch/shim.sh");

describe.each(["dash", "bash", "busybox ash"])("in a terminal, under %s", (shell) => {
  test.each([
    { missing: "nothing", programs: [] },
    { missing: "tty", programs: ["tty"] },
    { missing: "stty and tty", programs: ["stty", "tty"] },
  ])("[SHIM-16] the output is the command's alone, and its device is known, without $missing", ({ programs }) => {
    const root = temporaryDirectory();
    const env = { PATH: `${withoutPrograms(root, programs)}:${process.env["PATH"]}` };
    const directory = join(root, "p");
    mkdirSync(directory);
    const words = terminalWords({
      shim: SHIM,
      directory,
      umask: "022",
      size: { rows: 30, cols: 120 },
      env,
      argv: ["/bin/sh", "-c", "readlink /proc/self/fd/1"],
    });
    const line = asLine([...shell.split(" "), ...words.slice(1)]);
    const output = execFileSync("script", ["-qefc", line, "/dev/null"], {
      encoding: "utf8",
      input: "",
      env: { ...process.env, SHELL: "/bin/sh", ...env },
    });
    const device = readFileSync(join(directory, "tty"), "utf8").trim();
    expect(output).toBe(`${device}\r\n`);
    expect(device).toMatch(/^\/dev\/pts\/\d+$/);
  });
});

/** A folder of programs that say what a shell says of those that are missing. */
function withoutPrograms(root: string, programs: readonly string[]): string {
  const folder = join(root, "missing");
  mkdirSync(folder);
  for (const program of programs)
    writeFileSync(join(folder, program), `#!/bin/sh\necho '${program}: not found' >&2\nexit 127\n`, { mode: 0o755 });
  return folder;
}
