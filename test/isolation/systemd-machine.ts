import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";

import { until } from "../support/until.ts";
import { ROOT } from "../support/sources.ts";

const BOOT = join(ROOT, "test/support/boot-systemd.sh");
const NODE = "/usr/local/bin/bellhop-node";
const PROGRAM = "/opt/bellhop";
const USER = "agent";

/** Why systemd cannot be booted here; null when it can. */
export function whyNoSystemd(): string | null {
  const { status, stdout } = spawnSync("sh", [BOOT, "need"], { encoding: "utf8" });
  return status === 0 ? null : stdout.trim();
}

/** A systemd of its own, with a user `agent` that lingers, and our code in it. */
export interface SystemdMachine {
  /** Runs words inside, as root. */
  run(...words: readonly string[]): string;
  /** The same as the user, with no variable that leads to its manager. */
  asUser(...words: readonly string[]): string;
  /** `start`, `stop` or `gateway` of `confined-program.ts`, as the user. */
  program(...words: readonly string[]): string;
  /** The words of that program. */
  readonly words: readonly string[];
  /** The home of the user, inside. */
  readonly home: string;
  /** What the start of `id` said. */
  answer(id: string): unknown;
  read(path: string): string | null;
  down(): void;
}

/** Leaves nothing when it fails. `directory` is removed by the caller after `down`. `more`: `FROM:TO`, seen inside, too. */
export async function bootSystemd(directory: string, more: readonly string[] = []): Promise<SystemdMachine> {
  const code = join(directory, "code");
  const machine = join(directory, "machine");
  await bundle(code);
  try {
    return await boot(machine, [`${process.execPath}:${NODE}`, `${code}:${PROGRAM}`, ...more]);
  } catch (error) {
    script("down", machine);
    throw error;
  }
}

async function boot(machine: string, mounts: readonly string[]): Promise<SystemdMachine> {
  script("up", machine, ...mounts);
  const leader = script("leader", machine).trim();
  const run = (...words: readonly string[]): string => output("nsenter", "-t", leader, "-a", "--", ...words);
  const asUser = (...words: readonly string[]): string =>
    run("runuser", "-u", USER, "--", "env", "-i", `PATH=/usr/local/bin:/usr/bin:/bin`, ...words);
  run("useradd", "-m", USER);
  run("loginctl", "enable-linger", USER);
  const uid = run("id", "-u", USER).trim();
  await until(() => run("sh", "-c", `test -S /run/user/${uid}/bus && echo yes || true`), { what: "the user's bus" });
  const home = `/home/${USER}`;
  const words = [NODE, `${PROGRAM}/confined-program.js`];
  const read = (path: string): string | null => {
    const { status, stdout } = spawnSync("nsenter", ["-t", leader, "-a", "--", "cat", path], { encoding: "utf8" });
    return status === 0 ? stdout : null;
  };
  return {
    run,
    asUser,
    words,
    home,
    read,
    program: (verb, ...rest) => asUser(...words, verb ?? "", home, ...rest),
    answer: (id) => JSON.parse(read(`${home}/${id}/answer.json`) ?? "null") as unknown,
    down: () => void script("down", machine),
  };
}

/** Its own code as one file of plain JavaScript, which every Node can run, with the shim beside it. */
async function bundle(directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true });
  const build = await rolldown({
    input: join(ROOT, "test/isolation/confined-program.ts"),
    platform: "node",
    logLevel: "silent",
  });
  await build.write({ dir: directory, format: "esm" });
  await build.close();
  cpSync(join(ROOT, "src/adapters/launch/shim.sh"), join(directory, "shim.sh"));
  cpSync(join(ROOT, "package.json"), join(directory, "package.json"));
}

function script(...words: readonly string[]): string {
  return output("sh", BOOT, ...words);
}

function output(program: string, ...words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: "utf8", timeout: 40_000 });
  if (status !== 0) throw new Error(`${[program, ...words].join(" ")} ended with ${status}: ${stdout}${stderr}`);
  return stdout;
}
