// The main job, end to end, on this machine: start, see, wait, be told, stop; with the daemon killed in the middle.
// Everything goes through the command line, as a person or an agent would use it. Ends with 0 when everything held.
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const CLI = fileURLToPath(new URL("../dist/surfaces/cli/main.js", import.meta.url));
const NOISY_BYTES = 200 * 1000 * 1000;
const home = mkdtempSync(join(tmpdir(), "bellhop-demo-"));
const colour = process.stdout.isTTY ? (code, text) => `\u001b[${code}m${text}\u001b[0m` : (_, text) => text;
const began = performance.now();
let failures = 0;

process.on("exit", () => rmSync(home, { recursive: true, force: true }));

try {
  await main();
} finally {
  await bellhop("daemon", "stop");
}
const seconds = ((performance.now() - began) / 1000).toFixed(1);
say(
  failures === 0
    ? colour("32;1", `\nEverything held, in ${seconds} s.`)
    : colour("31;1", `\n${failures} of the proofs failed, in ${seconds} s.`),
);
process.exitCode = failures === 0 ? 0 : 1;

async function main() {
  const port = await freePort();
  title("Four commands start in the background, through the daemon");
  const passes = await start("passes", "for i in 1 2 3 4; do echo step $i; sleep 1; done; echo all tests passed");
  const fails = await start("fails", "echo compiling; sleep 2; echo 'error: missing semicolon' >/dev/stderr; exit 3");
  const server = await start(
    "server",
    `exec ${quote(process.execPath)} -e 'require("http").createServer((q,s)=>s.end("hello")).listen(${port},"127.0.0.1",()=>console.log("listening on ${port}"))'`,
  );
  const noisy = await start(
    "noisy",
    `sleep 1; yes 'a line of a very noisy build, over and over' | head -c ${NOISY_BYTES}; echo; echo the last line`,
  );
  await until("the server answers", () => answers(port));
  say((await bellhop("ps")).stdout);

  title("The daemon is killed with kill -9 while they run");
  const first = await daemon();
  process.kill(first.pid, "SIGKILL");
  await until("the daemon is gone", async () => !(await daemon()).running);
  proof("the server still answers, with no daemon at all", await answers(port));
  await until("the failing job has ended, with nobody watching", () => receipt(fails));

  title("A new daemon starts by itself, and knows everything");
  say((await bellhop("ps")).stdout);
  const second = await daemon();
  proof(
    `another daemon serves the same home (pid ${first.pid}, then ${second.pid})`,
    second.running && second.pid !== first.pid,
  );
  await result(passes, 0, "all tests passed");
  await result(fails, 3, "error: missing semicolon");
  await result(noisy, 0, "the last line");
  const view = JSON.parse((await bellhop("show", noisy, "--json")).stdout);
  proof(
    `all ${(NOISY_BYTES / 1e6).toFixed(0)} MB of the noisy job went by, and ${(view.cursor - view.log_head) / 1e6} MB of it are kept`,
    view.cursor === NOISY_BYTES + "\nthe last line\n".length && view.cursor - view.log_head <= view.log_max_bytes,
  );

  title("Each ending was told, once");
  proof("nothing is told again of what `wait` has already told", (await events()).length === 0);
  const rung = await start("rings", "exit 7");
  const told = await until("its event", async () => {
    const list = await events();
    return list.length > 0 ? list : null;
  });
  say(indent(told[0].text));
  proof("one event, for the right process", told.length === 1 && told[0].event.session_id === rung);

  title("The server is stopped, and nothing is left");
  say((await bellhop("kill", server)).stdout);
  proof("the server is gone", !(await answers(port)));
  proof("no process of the demo is left", leftovers().length === 0);
}

async function events() {
  return JSON.parse((await bellhop("drain", "--json")).stdout).events;
}

async function start(name, command) {
  const { stdout } = await bellhop("run", "--name", name, "--notify", "--shell", "plain", "--", command);
  return stdout.trim();
}

async function result(id, code, lastLine) {
  const { status } = await bellhop("wait", id, "--timeout", "60");
  const { stdout } = await bellhop("logs", id, "-n", "1");
  const name = (await bellhop("show", id, "--json")).stdout;
  proof(
    `${JSON.parse(name).name}: exit code ${code}, and its last line is "${stdout.trim()}"`,
    status === code && stdout.trim() === lastLine,
  );
}

/** Runs the command line; its exit code is part of the answer. */
function bellhop(...words) {
  return new Promise((resolve) => {
    const env = { ...process.env, BELLHOP_HOME: home };
    execFile(process.execPath, [CLI, ...words], { env, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      resolve({ status: error ? error.code : 0, stdout, stderr }),
    );
  });
}

async function daemon() {
  return JSON.parse((await bellhop("daemon", "status", "--json")).stdout);
}

function receipt(id) {
  return spawnSync("sh", ["-c", `ls ${quote(join(home, "procs", id))} | grep -q '^ended\\.'`]).status === 0;
}

/** Processes that carry the mark of a process of this home. */
function leftovers() {
  const found = spawnSync("sh", ["-c", `ls ${quote(join(home, "procs"))}`])
    .stdout.toString()
    .trim()
    .split("\n");
  const pids = spawnSync("sh", ["-c", "ls /proc | grep '^[0-9]'"]).stdout.toString().trim().split("\n");
  return pids.filter((pid) => {
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, "latin1");
      return found.some((id) => environment.includes(`BELLHOP_PROC_ID=${id}`));
    } catch {
      return false;
    }
  });
}

async function answers(port) {
  try {
    return (await (await fetch(`http://127.0.0.1:${port}/`)).text()) === "hello";
  } catch {
    return false;
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function until(what, condition) {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (performance.now() > deadline) throw new Error(`${what}: not within 30 s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function proof(what, held) {
  if (!held) failures++;
  say(`  ${held ? colour("32", "✓") : colour("31", "✗")} ${what}`);
}

function title(text) {
  say(colour("1", `\n${text}`));
}

function indent(text) {
  return text.replace(/^/gm, "    ");
}

function quote(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function say(text) {
  process.stdout.write(`${text.replace(/\n$/, "")}\n`);
}
