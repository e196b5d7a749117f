import { existsSync } from "node:fs";
import { join } from "node:path";

import { type Bench, expectThat } from "../bench.ts";
import type { Trial } from "../trial.ts";

const LINES = 200;

/** The daemon is killed (SIGKILL), and nobody notices. */
export const crashTrials: readonly Trial[] = [
  {
    name: "kill -9 of the daemon",
    run: async (bench) => {
      const id = await bench.start(`for i in $(seq 1 ${LINES}); do echo line $i; sleep 0.005; done; exit 7`);
      await bench.until(async () => (await bench.view(id)).cursor > 0);
      const [first, second] = await killDaemon(bench);
      const { exitCode } = await bench.wait(id);
      const { output } = await bench.lastLines(id, LINES);
      const lines = Array.from({ length: LINES }, (_, index) => `line ${index + 1}\n`).join("");
      expectThat("its code", exitCode, 7);
      expectThat("whether its output is whole", output === lines, true);
      return `${LINES} lines and the code are there (daemon ${first}, then ${second})`;
    },
  },
  {
    name: "an end while no daemon runs",
    run: async (bench) => {
      const id = await bench.start("exec sleep 300");
      const { directory, pid } = await bench.view(id);
      process.kill(bench.remote.daemon.pid, "SIGKILL");
      expectThat("whether it has a pid", pid !== null && process.kill(pid, "SIGTERM"), true);
      await bench.until(async () => existsSync(join(directory, "ended.143")));
      expectThat("the signal that ended it", (await bench.wait(id)).signal, "SIGTERM");
      return "is known to the next one";
    },
  },
];

/** Pids of the daemon that was killed, and of the one that has taken its place. */
async function killDaemon(bench: Bench): Promise<readonly [number, number]> {
  const { pid } = bench.remote.daemon;
  process.kill(pid, "SIGKILL");
  const next = await bench.until(async () => {
    await bench.remote.call("list", {});
    return bench.remote.daemon.pid !== pid && bench.remote.daemon.pid;
  });
  return [pid, next];
}
