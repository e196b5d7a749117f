import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { atMostMore, figure } from "./support/figures.mjs";
import { LIFETIME_SECONDS, startMany, withDaemon } from "./support/homes.mjs";
import { interleaved, median, timed } from "./support/statistics.mjs";

const CLI = fileURLToPath(new URL("../dist/surfaces/cli/main.js", import.meta.url));

/** `bellhop ps` beside the least that a Node program takes. */
export async function run({ quick, root, say }) {
  return withDaemon(root, async (daemon) => {
    await startMany(daemon, 20, `sleep ${LIFETIME_SECONDS}`);
    say("bellhop ps");
    const env = { ...process.env, BELLHOP_HOME: daemon.daemon.home };
    const { ps, nothing } = await interleaved(
      { ps: () => node([CLI, "ps"], env), nothing: () => node(["-e", "0"], env) },
      { rounds: quick ? 3 : 20, warmUp: 2 },
    );
    const rest = { baseline: median(nothing), against: "node -e 0", target: atMostMore(25, "ms") };
    return [figure({ what: "bellhop ps, 20 processes", unit: "ms", ours: median(ps), ...rest })];
  });
}

function node(words, env) {
  return timed(async () => {
    const child = spawn(process.execPath, words, { env, stdio: ["ignore", "pipe", "inherit"] });
    child.stdout.resume();
    const [code] = await once(child, "close");
    if (code !== 0) throw new Error(`node ${words.join(" ")} ended with exit code ${code}.`);
  });
}
