import { expect, test } from "vitest";
import { openRegistry } from "../../src/compose.ts";
import { standIn } from "../support/services/stand-in.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";

/** As for a client far away: the command is no child of it. */
const CLIENT = `trap 'exit 143' TERM
exec 4<&0
setsid "$@" <&4 4<&- &
wait $!`;

test("[PLACE-7] processes in the background run behind a program of this host, to their end and to a kill", async () => {
  const { env } = standIn("kubectl", CLIENT);
  const before = process.env["PATH"];
  process.env["PATH"] = env["PATH"];
  const registry = await openRegistry({ home: temporaryDirectory() });
  try {
    const environment = "exec:kubectl:web-0";
    const first = await registry.start({ command: "for i in 1 2 3; do echo $i; sleep 0.2; done; exit 5", environment });
    const waited = await registry.wait(first.id, { timeoutSeconds: 60 });
    const second = await registry.start({ command: "echo begun; sleep 600 & sleep 600", environment });
    await until(async () => ((await registry.log(second.id)) as { output?: string }).output?.includes("begun"));
    const killed = await registry.kill(second.id);
    expect([waited, killed]).toMatchObject([
      { status: "exited", exitCode: 5, output: "1\n2\n3\n" },
      { status: "killed" },
    ]);
  } finally {
    await registry.close();
    process.env["PATH"] = before;
  }
});
