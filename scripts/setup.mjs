// Makes a fresh clone ready: packages, dist, and the system programs that tests use. Does nothing where nothing is missing.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT, changedAt, fail, must, run } from "./tasks.mjs";

/** Program → the Debian package that has it. */
const SYSTEM_PROGRAMS = {
  busybox: "busybox",
  chromium: "chromium",
  dockerd: "docker.io",
  sshd: "openssh-server",
  fish: "fish",
  tcsh: "tcsh",
};

async function main() {
  await installPackages();
  await must("The build", [process.execPath, join(ROOT, "scripts", "build.mjs"), "--if-stale", "--no-check"]);
  await installPrograms();
}

async function installPackages() {
  if (changedAt("node_modules/.package-lock.json") >= changedAt("package-lock.json")) return;
  say("Installing packages (npm ci).");
  // npm ran us: its settings are in the environment, and one of them may be to keep silent about errors.
  await must("npm ci", ["npm", "ci", "--ignore-scripts", "--loglevel=error", "--no-audit", "--no-fund"]);
}

async function installPrograms() {
  const missing = Object.entries(SYSTEM_PROGRAMS).filter(([program]) => !isOnPath(program));
  if (missing.length === 0) return;
  const packages = missing.map(([, name]) => name);
  if (process.getuid?.() !== 0 || !isOnPath("apt-get")) {
    say(`Some tests need ${packages.join(", ")}: install with your system's package manager.`);
    return;
  }
  say(`Installing ${packages.join(", ")} (apt-get).`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const install = ["install", "-y", "-qq", "--no-install-recommends", ...packages];
  if ((await run("apt-get", install, { env })).code === 0) return;
  // The package lists may be missing or too old.
  await must("apt-get update", ["apt-get", "update", "-qq"], { env });
  await must("apt-get install", ["apt-get", ...install], { env });
}

/** Servers are in /usr/sbin, which is not on every user's PATH. */
function isOnPath(program) {
  return `${process.env.PATH ?? ""}:/usr/sbin`
    .split(":")
    .some((folder) => folder !== "" && existsSync(join(folder, program)));
}

function say(sentence) {
  process.stderr.write(`setup: ${sentence}\n`);
}

main().catch(fail);
