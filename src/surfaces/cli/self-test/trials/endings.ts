import { expectThat } from "../bench.ts";
import type { Trial } from "../trial.ts";

/** How a command ended is told as it was. */
export const endingTrials: readonly Trial[] = [
  {
    name: "exit code and both streams",
    run: async (bench) => {
      const { exitCode, output } = await bench.run("echo out; echo err >&2; exit 3");
      expectThat("its code and output", [exitCode, output], [3, "out\nerr\n"]);
      return "code 3, stdout and stderr in order";
    },
  },
  {
    name: "death by a signal",
    run: async (bench) => {
      const { signal } = await bench.run("kill -KILL $$");
      expectThat("its signal", signal, "SIGKILL");
      return "told as SIGKILL";
    },
  },
  {
    name: "your login shell",
    run: async (bench) => {
      const { exitCode, output } = await bench.run("echo $((6 * 7)); exit 5", { shell: "login" });
      expectThat("its code", exitCode, 5);
      expectThat("its last line", output?.trimEnd().split("\n").at(-1), "42");
      return "runs commands, and tells their code";
    },
  },
  {
    name: "a child in the background",
    run: async (bench) => {
      const id = await bench.start("sleep 300 & exit 4");
      const { exitCode, leftoverPids = [] } = await bench.wait(id);
      expectThat("its code, and how many run on", [exitCode, leftoverPids.length], [4, 1]);
      await bench.remote.call("kill", { session_id: id });
      expectThat("what is left behind a kill", await bench.pids(id), []);
      return "holds nothing up, is named, and can be killed";
    },
  },
  {
    name: "a time limit",
    run: async (bench) => {
      const { killedBy } = await bench.run("sleep 300", { timeout_seconds: 0.5 });
      expectThat("who ended it", killedBy, "time_limit");
      return "ends it after 0.5 s";
    },
  },
];
