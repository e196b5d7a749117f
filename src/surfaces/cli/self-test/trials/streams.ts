import { expectThat } from "../bench.ts";
import type { Trial } from "../trial.ts";

const TORRENT_BYTES = 50_000_000;

/** What a command prints and reads. */
export const streamTrials: readonly Trial[] = [
  {
    name: "/dev/stderr opened again",
    run: async (bench) => {
      const { exitCode, output } = await bench.run("echo a >/dev/stdout; echo b >/dev/stderr; echo c");
      expectThat("its code and output", [exitCode, output], [0, "a\nb\nc\n"]);
      return "writes on, and replaces nothing";
    },
  },
  {
    name: "a last line without an end",
    run: async (bench) => {
      expectThat("its output", (await bench.run("echo one; printf two")).output, "one\ntwo");
      return "is there";
    },
  },
  {
    name: "a torrent of output",
    run: async (bench) => {
      const id = await bench.start(`yes 0123456789 | head -c ${TORRENT_BYTES}; echo; echo end`);
      expectThat("its code", (await bench.wait(id)).exitCode, 0);
      const { output, cursor } = await bench.lastLines(id, 1);
      expectThat("its last line, and the bytes", [output, cursor], ["end\n", TORRENT_BYTES + 5]);
      return `${TORRENT_BYTES / 1e6} MB, each byte counted`;
    },
  },
  {
    name: "standard input",
    run: async (bench) => {
      const id = await bench.start("cat; exit 6", { stdin: "pipe" });
      await bench.remote.call("submit", { session_id: id, data: "hello" });
      await bench.remote.call("close_stdin", { session_id: id });
      const { exitCode, output } = await bench.wait(id);
      expectThat("its code and output", [exitCode, output], [6, "hello\n"]);
      return "takes a line, and its end";
    },
  },
];
