// Runs the tests on another Node, from the npm package that carries its program:
//
//   node scripts/on-node.mjs VERSION [arguments of vitest]
import { mkdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { ROOT, changedAt, fail, must, run } from "./tasks.mjs";

async function main([version, ...args]) {
  if (!/^\d+(\.\d+){0,2}$/.test(version ?? ""))
    throw new Error("Usage: node scripts/on-node.mjs VERSION, for example 24.");
  const node = await install(version);
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ""}` };
  process.stdout.write(`Node ${(await must("The other Node", [node, "--version"])).trim()}\n`);
  const { code } = await run(node, [join(ROOT, "node_modules", "vitest", "vitest.mjs"), "run", ...args], {
    env,
    show: true,
  });
  process.exitCode = code;
}

/** The path of its program. It is kept in .cache. */
async function install(version) {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(".cache", `node-${version}`);
  const node = join(folder, "node_modules", name, "bin", "node");
  if (changedAt(node) === 0) {
    mkdirSync(join(ROOT, folder), { recursive: true });
    const options = ["--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
    await must(`npm install ${name}`, ["npm", "install", ...options, "--prefix", folder, `${name}@${version}`]);
  }
  return join(ROOT, node);
}

main(process.argv.slice(2)).catch(fail);
