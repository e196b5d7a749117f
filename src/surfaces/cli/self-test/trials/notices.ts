import { createServer } from "node:net";

import { shellQuote } from "../../../../base/shell-quote.ts";
import type { ToldEvent } from "../../../../core/event-contract.ts";
import { ask } from "../../remote.ts";
import { type Bench, expectThat } from "../bench.ts";
import type { Trial } from "../trial.ts";

/** It rings, once. */
export const noticeTrials: readonly Trial[] = [
  {
    name: "an event of its end",
    run: async (bench) => {
      const id = await bench.start("echo done; exit 2", { notify_on_complete: true });
      const [event, ...others] = await bench.until(() => taken(bench));
      expectThat("what was told", [event?.event.type, event?.event.sessionId, others], ["completion", id, []]);
      expectThat("what is told again", await taken(bench), false);
      return "told once";
    },
  },
  {
    name: "a line that is watched for",
    run: async (bench) => {
      const command = "echo fine; echo 'ERROR: it broke'; echo fine; sleep 300";
      const id = await bench.start(command, { watch_patterns: ["ERROR"] });
      const [told] = await bench.until(() => taken(bench));
      expectThat("what was told", [told?.event.type, told?.event.sessionId], ["watch_match", id]);
      await bench.kill(id);
      return "told while it runs";
    },
  },
  {
    name: "a server that is ready",
    run: async (bench) => {
      const port = await freePort();
      const command = `${shellQuote(process.execPath)} -e 'require("net").createServer().listen(${port}, "127.0.0.1")'`;
      const id = await bench.start(`exec ${command}`, { ready: { port } });
      expectThat("why the wait returned", (await bench.wait(id, { for: ["ready"] })).status, "ready");
      expectThat("its ports", (await bench.view(id)).ports, [port]);
      await bench.kill(id);
      await taken(bench);
      return `told when it listens on port ${port}`;
    },
  },
];

async function taken(bench: Bench): Promise<readonly ToldEvent[] | false> {
  const { events } = (await ask<{ readonly events: readonly ToldEvent[] }>(bench.remote, "drain", {})).value;
  return events.length > 0 && events;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
