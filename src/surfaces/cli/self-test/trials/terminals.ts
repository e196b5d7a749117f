import type { ScreenResult } from "../../../../core/results.ts";
import { expectThat } from "../bench.ts";
import { ask } from "../../remote.ts";
import type { Trial } from "../trial.ts";

const LINES = 20_000;

/** Programs that want a terminal. */
export const terminalTrials: readonly Trial[] = [
  {
    name: "a terminal",
    run: async (bench) => {
      const { exitCode, output } = await bench.run("test -t 0 && test -t 1 && stty size; exit 8", { pty: true });
      expectThat("its code and size", [exitCode, output?.trim()], [8, "30 120"]);
      return "of 30 rows and 120 columns, and the code behind it";
    },
  },
  {
    name: "the end of what a terminal shows",
    run: async (bench) => {
      const id = await bench.start(`seq 1 ${LINES}`, { pty: true });
      await bench.wait(id);
      const { output, totalLines } = await bench.lastLines(id, 1);
      expectThat("its last line, and the lines", [output.trimEnd(), totalLines], [String(LINES), LINES]);
      return `${LINES} lines, none lost`;
    },
  },
  {
    name: "a prompt",
    platform: "linux",
    run: async (bench) => {
      const id = await bench.start("printf 'Name: '; read -r name; echo hello $name", { pty: true });
      const { status, detail } = await bench.wait(id, { for: ["input"] });
      expectThat("why the wait returned", [status, detail?.trim()], ["awaiting_input", "Name:"]);
      await bench.remote.call("submit", { session_id: id, data: "you" });
      expectThat("its last line", (await bench.wait(id)).output?.trimEnd().split("\n").at(-1), "hello you");
      return "is noticed, and answered";
    },
  },
  {
    name: "the screen of a program",
    run: async (bench) => {
      const id = await bench.start("printf '\\033[2J\\033[5;10Hhere'; sleep 300", { pty: true });
      expectThat("why the wait returned", (await bench.wait(id, { for: ["pattern:here"] })).status, "matched");
      const { value } = await ask<ScreenResult>(bench.remote, "screen", { session_id: id });
      expectThat("its fifth row", value.rows[4], `${" ".repeat(9)}here`);
      await bench.kill(id);
      return "as a person would see it";
    },
  },
];
