import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseEnvironment } from "../../src/core/environment-spec.ts";
import { commandPrefixEnvironment } from "../../src/adapters/environment/command-prefix.ts";
import { environmentContract } from "../../src/adapters/environment/contract/contract.ts";
import { findProgram } from "../../src/adapters/launch/programs.ts";
import { standIn } from "../support/services/stand-in.ts";
import type { ExecSpec } from "../../src/core/environment-spec.ts";

/** For real, on this machine: only root may enter these, and not every machine has bubblewrap. */
const REAL = ["exec:chroot:/", "exec:bwrap:/", "exec:unshare:/", `exec:nsenter:${process.pid}`].filter(
  (name) => process.getuid?.() === 0 && findProgram(name.split(":")[1] ?? "") !== null,
);

describe.each(REAL)("[PLACE-7] %s", (name) => {
  const open = () => Promise.resolve(commandPrefixEnvironment(parseEnvironment(name) as ExecSpec));
  for (const { rule, check } of environmentContract(open, [])) test.concurrent(`it ${rule}`, check);
});

describe.runIf(REAL.includes("exec:unshare:/") && findProgram("busybox") !== null)(
  "[PLACE-7] a root of busybox",
  () => {
    let root = "";
    beforeAll(() => {
      root = busyboxRoot();
    });
    afterAll(() => rmSync(root, { recursive: true, force: true }));
    const open = () => Promise.resolve(commandPrefixEnvironment(parseEnvironment(`exec:unshare:${root}`) as ExecSpec));
    for (const { rule, check } of environmentContract(open, [])) test.concurrent(`it ${rule}`, check);
  },
);

/** A place that has nothing of this machine but busybox, and the libraries that it needs. */
function busyboxRoot(): string {
  const root = mkdtempSync(join(tmpdir(), "bellhop-root-"));
  for (const name of ["bin", "dev", "proc", "tmp"]) mkdirSync(join(root, name));
  const busybox = findProgram("busybox") ?? "";
  const libraries = execFileSync("sh", ["-c", 'ldd "$1" | grep -o "/[^ ]*" || :', "sh", busybox], { encoding: "utf8" });
  for (const path of [busybox, ...libraries.split("\n").filter((line) => line !== "")]) {
    const copy = path === busybox ? join(root, "bin/busybox") : join(root, path);
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(path, copy);
  }
  execFileSync("chroot", [root, "/bin/busybox", "--install", "-s", "/bin"]);
  execFileSync("mknod", ["-m", "666", join(root, "dev/null"), "c", "1", "3"]);
  execFileSync("mknod", ["-m", "666", join(root, "dev/zero"), "c", "1", "5"]);
  return root;
}

/** As for a client far away: the command is no child of it, and it passes on what is said, and how it ended. */
const CLIENT = `trap 'exit 143' TERM
exec 4<&0
setsid "$@" <&4 4<&- &
wait $!`;

describe("[PLACE-7] a client", () => {
  const open = () =>
    Promise.resolve(
      commandPrefixEnvironment(parseEnvironment("exec:kubectl:web-0") as ExecSpec, standIn("kubectl", CLIENT).env),
    );
  for (const { rule, check } of environmentContract(open, [])) test(`it ${rule}`, check);
});

test("every rule has a name of its own", () => {
  const rules = environmentContract(() => Promise.reject(new Error("not opened")), []).map(({ rule }) => rule);
  expect(new Set(rules).size).toBe(rules.length);
});
