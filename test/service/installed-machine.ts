import { cpSync } from "node:fs";
import { join } from "node:path";

import { ROOT } from "../support/sources.ts";
import { bootSystemd, type SystemdMachine } from "../isolation/systemd-machine.ts";

/** A path with all that means something to systemd. */
const ODD = `/opt/bell hop $HOME 100% "it's"`;
const NODE = `${ODD}/node`;
const MAIN = `${ODD}/dist/surfaces/cli/main.js`;

/** A systemd with the whole package in it, at an odd path. */
export interface InstalledMachine extends SystemdMachine {
  /** `bellhop WORDS` as the user; what it printed on both outputs. Throws when it fails. */
  bellhop(...words: readonly string[]): string;
  /** The same when it must fail: its exit code and what it said. */
  failing(...words: readonly string[]): string;
  /** `systemctl --user WORDS`. */
  systemctl(...words: readonly string[]): string;
  /** The pid of the service; 0 when it does not run. */
  servicePid(): number;
}

/** Leaves nothing when it fails. `directory` is removed by the caller after `down`. */
export async function bootInstalled(directory: string): Promise<InstalledMachine> {
  const dist = join(directory, "dist"); // A copy: another test run may build meanwhile.
  cpSync(join(ROOT, "dist"), dist, { recursive: true });
  const parts = ["node_modules", "package.json"].map((name) => `${join(ROOT, name)}:${ODD}/${name}`);
  const machine = await bootSystemd(directory, [...parts, `${dist}:${ODD}/dist`, `${process.execPath}:${NODE}`]);
  const uid = machine.asUser("id", "-u").trim();
  const systemctl = (...words: readonly string[]): string =>
    machine.asUser("env", `XDG_RUNTIME_DIR=/run/user/${uid}`, "systemctl", "--user", ...words);
  const shell = (script: string, words: readonly string[]): string =>
    machine.asUser("sh", "-c", script, "sh", NODE, MAIN, ...words);
  return {
    ...machine,
    bellhop: (...words) => shell('"$@" 2>&1', words),
    failing: (...words) => shell('"$@" 2>&1; echo "exit code $?"', words),
    systemctl,
    servicePid: () => Number(systemctl("show", "--property=MainPID", "--value", "bellhop")),
  };
}
