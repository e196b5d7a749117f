// Everything that can be said about the code without running it, side by side. Prints what failed; exits with 1 if anything did.
import { join } from "node:path";
import { ROOT, fail, must, run, tool } from "./tasks.mjs";

const CHECKS = {
  format: [tool("oxfmt"), "--check", "src", "web", "test", "bench", "scripts", "examples"],
  lint: [tool("oxlint"), "--type-aware", "--deny-warnings", "--format", "unix"],
  types: [tool("tsc"), "-p", ".", "--noEmit"],
  "types of tests": [tool("tsc"), "-p", "test", "--noEmit"],
  "types of the page": [tool("tsc"), "-p", "web", "--noEmit"],
  "dead code": [tool("knip")],
  package: [tool("publint"), "--strict"],
};

async function main() {
  // The shape of the package is that of dist.
  await must("The build", [process.execPath, join(ROOT, "scripts", "build.mjs"), "--if-stale", "--no-check"]);
  const passed = await Promise.all(Object.entries(CHECKS).map(([name, command]) => check(name, command)));
  if (passed.includes(false)) process.exitCode = 1;
}

async function check(name, [program, ...args]) {
  const start = performance.now();
  const { code, output } = await run(program, args, { env: { ...process.env, NO_COLOR: "1" } });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stdout.write(
    code === 0 ? `ok      ${name} (${seconds} s)\n` : `FAILED  ${name} (${seconds} s)\n${indent(output)}\n`,
  );
  return code === 0;
}

function indent(output) {
  return output.trim().replace(/^/gm, "        ");
}

main().catch(fail);
