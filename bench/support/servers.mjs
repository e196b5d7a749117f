import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { createServer } from "node:net";

import { until } from "./processes.mjs";

/** Starts a server that ends with this program, however that ends. Its output goes to the file `log`. */
export async function startServer(words, { log, isReady, env = process.env }) {
  const file = openSync(log, "a");
  const child = spawn("setpriv", ["--pdeathsig", "TERM", ...words], { stdio: ["ignore", file, file], env });
  closeSync(file);
  const gone = once(child, "exit");
  const end = async () => {
    child.kill();
    await gone;
  };
  try {
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`${words[0]} has ended: ${textIn(log).slice(-1_000)}`);
      return isReady();
    }, `The start of ${words[0]}`);
  } catch (error) {
    await end();
    throw error;
  }
  return { pid: child.pid ?? 0, end };
}

export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export function textIn(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

/** The path of a program; null when it is not there. */
export function pathOf(name) {
  const folders = [...(process.env.PATH ?? "").split(":"), "/usr/local/sbin", "/usr/sbin", "/sbin", "/usr/bin", "/bin"];
  return folders.map((folder) => `${folder}/${name}`).find((path) => existsSync(path)) ?? null;
}
