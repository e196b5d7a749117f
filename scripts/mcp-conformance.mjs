// Runs the protocol's conformance suite and its inspector against our MCP servers, over HTTP and over standard input and output:
//
//   node scripts/mcp-conformance.mjs [FOLDER]
//
// FOLDER is where both are installed, with the Node that they need; by default one below the directory for temporary files.
// What the suite asks of its own test server (tools named test_…, resources test://…, prompts) does not apply to a real one.
import { spawn } from "node:child_process";
import { mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT, fail, must, run } from "./tasks.mjs";

const SUITE = "@modelcontextprotocol/conformance@0.2.0-alpha.12";
const INSPECTOR = "@modelcontextprotocol/inspector@2.12.0";
const NODE = `node-${process.platform}-${process.arch}@24`;
const VERSIONS = ["2025-06-18", "2025-11-25", "2026-07-28"];
const MAIN = join(ROOT, "dist", "surfaces", "cli", "main.js");

const NEEDS_TEST_SERVER =
  /There is no tool "test_|Resource not found: test:|Not testable|'json_schema_2020_12_tool' not found|InputRequiredResult|Prerequisite failed/;
const NO_PROMPTS = /^Failed: Method not found$|^JSON-RPC error: Method not found$|^prompts\/list returned/;

async function main([folder = join(tmpdir(), "bellhop-mcp-conformance")]) {
  await must("The build", [process.execPath, join(ROOT, "scripts", "build.mjs"), "--if-stale", "--no-check"]);
  const tools = await install(resolve(folder));
  const home = mkdtempSync(join(tmpdir(), "bellhop-"));
  const env = { ...process.env, BELLHOP_HOME: home, NO_COLOR: "1" };
  const daemon = spawn(process.execPath, [MAIN, "daemon", "run", "--http", "0"], { env, stdio: "ignore" });
  try {
    const server = await serverOf(env);
    const proxy = await openProxy(server);
    for (const version of VERSIONS) await suite(tools, proxy.url, version);
    proxy.close();
    await inspect(tools, "stdio", [process.execPath, MAIN, "mcp", "-e", `BELLHOP_HOME=${home}`]);
    await inspect(tools, "HTTP", [server.url, "--header", `Authorization: Bearer ${server.token}`]);
  } finally {
    await run(process.execPath, [MAIN, "daemon", "stop"], { env });
    daemon.kill();
    rmSync(home, { recursive: true, force: true });
  }
}

async function install(folder) {
  mkdirSync(folder, { recursive: true });
  const options = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  await must("npm install", ["npm", "install", ...options, "--prefix", folder, SUITE, INSPECTOR, NODE]);
  const path = (...names) => join(folder, "node_modules", ...names);
  return {
    node: path(NODE.split("@")[0], "bin", "node"),
    suite: path("@modelcontextprotocol", "conformance", "dist", "index.js"),
    inspector: path(".bin", "mcp-inspector"),
    results: join(folder, "results"),
  };
}

/** The address of the daemon's server, and the token of its home. */
async function serverOf(env) {
  const ask = (...args) => run(process.execPath, [MAIN, ...args], { env });
  await until(async () => (await ask("daemon", "status")).code === 0); // Another command would start a daemon of its own.
  const told = await until(async () => {
    const { code, output } = await ask("mcp", "--http", "--json", "--session", "conformance");
    return code === 0 && JSON.parse(output);
  });
  return { url: told.url, token: readFileSync(join(env.BELLHOP_HOME, "token"), "utf8").trim() };
}

async function until(condition) {
  for (let tries = 0; tries < 100; tries++) {
    const result = await condition();
    if (result) return result;
    await sleep(200);
  }
  throw new Error("The daemon does not serve HTTP.");
}

/** The suite sends no token: this adds it, and is what Host and Origin name. */
function openProxy({ url, token }) {
  const { port, pathname, search } = new URL(url);
  const server = createServer((incoming, outgoing) => {
    const here = `:${server.address().port}`;
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    for (const name of ["host", "origin"]) if (headers[name]) headers[name] = headers[name].replace(here, `:${port}`);
    const options = { host: "127.0.0.1", port, path: pathname + search, method: incoming.method, headers };
    const upstream = request(options, (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers).flushHeaders();
      answer.pipe(outgoing);
    });
    upstream.on("error", () => outgoing.destroy());
    outgoing.on("close", () => upstream.destroy());
    incoming.pipe(upstream);
  });
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () => {
      const close = () => {
        server.close();
        server.closeAllConnections();
      };
      done({ url: `http://127.0.0.1:${server.address().port}/mcp`, close });
    });
  });
}

async function suite(tools, url, version) {
  rmSync(tools.results, { recursive: true, force: true });
  const options = ["--suite", "all", "--spec-version", version, "--timeout", "10000", "-o", tools.results];
  await run(tools.node, [tools.suite, "server", "--url", url, ...options]);
  const checks = readdirSync(tools.results).flatMap((name) =>
    JSON.parse(readFileSync(join(tools.results, name, "checks.json"), "utf8")),
  );
  const count = (status) => checks.filter((check) => check.status === status).length;
  const failures = checks.filter(({ status }) => status === "FAILURE");
  const wrong = failures.filter(
    ({ errorMessage = "" }) => !NEEDS_TEST_SERVER.test(errorMessage) && !NO_PROMPTS.test(errorMessage),
  );
  const others = failures.length - wrong.length;
  say(
    `${version}: ${count("SUCCESS")} checks pass, ${others} do not apply, ${count("WARNING")} warnings, ${wrong.length} fail`,
    wrong.length === 0 && count("SUCCESS") > 0,
  );
  for (const { id, errorMessage } of checks.filter(({ status }) => status === "WARNING").concat(wrong))
    process.stdout.write(`        ${id}: ${errorMessage}\n`);
}

const CALLS = [
  ["tools/list", "--strict"],
  ["tools/call", "--tool-name", "terminal", "--tool-arg", "command=echo hello"],
  ["tools/call", "--tool-name", "process_manage", "--tool-arg", "action=list"],
  ["resources/list"],
  ["resources/templates/list"],
  ["resources/read", "--uri", "bellhop://events"],
];

async function inspect(tools, name, target) {
  for (const [method, ...options] of CALLS) {
    const args = [tools.inspector, "--cli", ...target, "--method", method, ...options];
    const { code, output } = await run(tools.node, args);
    const complaint = /^\d+ errors?, \d+ warnings?.*$/m.exec(output)?.[0] ?? "";
    say(`inspector, ${name}: ${[method, ...options].join(" ")} ${complaint && `(${complaint})`}`, code === 0);
    if (code !== 0) process.stdout.write(`        ${output.trim().replaceAll("\n", "\n        ")}\n`);
  }
}

function say(what, isRight) {
  process.stdout.write(`${isRight ? "ok    " : "FAILED"}  ${what}\n`);
  if (!isRight) process.exitCode = 1;
}

main(process.argv.slice(2)).catch(fail);
