import { expectThat, type Bench } from "../bench.ts";
import { lives } from "../../lives.ts";
import type { Trial } from "../trial.ts";

/** A kill leaves nothing alive. */
export const killTrials: readonly Trial[] = [
  {
    name: "kill of a tree",
    run: async (bench) => {
      const command = "sleep 300 & (setsid sleep 300 || sleep 300) & nohup sleep 300 >/dev/null 2>&1 & echo up; wait";
      const count = await killAll(bench, await bench.start(command), { least: 4 });
      return `${count} processes, one of a session of its own, all gone`;
    },
  },
  {
    name: "kill of one that ignores signals",
    run: async (bench) => {
      const id = await bench.start("trap '' TERM INT HUP; echo up; while :; do sleep 1; done");
      await killAll(bench, id, { least: 2, graceMs: 300 });
      return "after its grace by SIGKILL";
    },
  },
  {
    name: "kill of one that forks on",
    run: async (bench) => {
      const id = await bench.start("echo up; while :; do sleep 300 & sleep 0.01; done");
      const count = await killAll(bench, id, { least: 10 });
      return `${count} processes, none escaped`;
    },
  },
];

interface Expected {
  /** It is killed once so many processes belong to it. */
  readonly least: number;
  readonly graceMs?: number;
}

/** Kills it; gives how many processes it had. */
async function killAll(bench: Bench, id: string, { least, graceMs = 2_000 }: Expected): Promise<number> {
  await bench.until(async () => (await bench.view(id)).outputPreview === "up\n");
  const before = await bench.until(async () => {
    const pids = await bench.pids(id);
    return pids.length >= least && pids;
  });
  await bench.kill(id, { grace_ms: graceMs });
  expectThat("what is left", [await bench.pids(id), before.filter(lives)], [[], []]);
  return before.length;
}
