import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { judgeCommand } from "../../../src/core/shell/allow.ts";
import { temporaryDirectory } from "../../support/temp.ts";

const pieces = [
  "rm", "r", "m", '"', "'", "\\", "$", "`", "$(", ")", "(", "{", "}", " ", " ", " ", ";", "\n", "|", "&&", "=", "X", "$X", "X=", "${X}", "x",
  "eval ", "sh -c ", "bash -c ", "env ", "xargs ", "echo ", "printf %s ", "command ", "trap ", " EXIT", "<<E\n", "\nE\n", "<<< ", "sh", "bash ", "| sh", "| xargs ",
  "$'", "\\x72m", "*", "?", "[m]", ",", "if true; then ", "; fi", "f() ", "f", "export ", "local ", "(( ", " ))", "[[ ", " ]]", "$(( ", "a[", "]", "@P}", "${X", ":-", "! ", "time ", "exec ", "nohup ", "--", "-", ". ", "<(", "set -- ", '"$@"', "$1", "read X ",
]; // prettier-ignore

const RUNS = Number(process.env["PROVE"] ?? 0) > 0 ? 8_000 : 400;

test("[ALLOW-2] what real bash makes of any text, it runs nothing that is denied when it was allowed", () => {
  const directory = temporaryDirectory();
  const bin = join(directory, "bin");
  const marker = join(directory, "ran");
  mkdirSync(bin);
  writeFileSync(join(bin, "rm"), `#!/bin/sh\n: > '${marker}'\n`);
  chmodSync(join(bin, "rm"), 0o700);
  const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: directory };
  let ran = 0;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 2, maxLength: 10 }), (parts) => {
      const command = parts.join("");
      if (!/r.*m/s.test(command)) return;
      const { allowed } = judgeCommand(command, { deny: ["rm"] });
      if (!allowed) return; // It may be stricter than it has to be.
      ran++;
      spawnSync("bash", ["-c", command], { cwd: directory, env, stdio: "ignore", timeout: 5_000 });
      const didRun = existsSync(marker);
      rmSync(marker, { force: true });
      expect([command, didRun]).toEqual([command, false]);
    }),
    { numRuns: RUNS * 10 },
  );
  expect(ran).toBeGreaterThan(RUNS / 10);
}, 600_000);
