import { expect, test } from "vitest";

import type { RemoteBellhop } from "../../src/surfaces/client/contract.ts";
import { gone, realClient, realHome } from "../daemon/real-home.ts";
import { logOf } from "../support/registry.ts";
import { until } from "../support/until.ts";
import { printed, startInTerminal } from "./support.ts";

const RUNS = Number(process.env["BELLHOP_PROVE_RUNS"] ?? 5);

test(
  "[TERM-23] kill -9 of the daemon while somebody types: the next one types into the same program, and no byte is lost",
  { timeout: 600_000 },
  async () => {
    const home = realHome();
    const client = await realClient(home);
    const env = { PYTHON_BASIC_REPL: "1" };
    const { id, pid } = await startInTerminal(client, "exec python3 -q -i", { env });
    await printed(client, id, ">>>");
    await typed(client, id, "seen = []");
    for (let run = 0; run < RUNS; run++) await typeThroughCrash(client, id, run);
    await typed(client, id, "print('all', seen == list(range(len(seen))), len(seen))");
    await lineOf(client, id, `all True ${RUNS * LINES}`);
    expect((await client.get(id))?.pid).toBe(pid);
    await client.submit(id, "exit(7)");
    expect(await client.wait(id)).toMatchObject({ exitCode: 7 });
  },
);

const LINES = 6;

/** Types some lines, each of which counts; the daemon dies while one of them is on its way. */
async function typeThroughCrash(client: RemoteBellhop, id: string, run: number): Promise<void> {
  await client.poll(id); // There is a daemon.
  for (let line = 0; line < LINES; line++) {
    const number = run * LINES + line;
    const typing = client.submit(id, `seen.append(${number})`).then(
      ({ status }) => status === "ok",
      () => false,
    );
    if (line === run % LINES) {
      const { pid } = client.daemon;
      await new Promise((resolve) => setTimeout(resolve, (run % 8) / 4));
      process.kill(pid, "SIGKILL");
      await gone(pid);
    }
    // When the answer is lost, only the program knows whether it was typed: all of it or nothing.
    if (!(await typing) && !(await hasSeen(client, id, number))) await typed(client, id, `seen.append(${number})`);
  }
}

async function hasSeen(client: RemoteBellhop, id: string, number: number): Promise<boolean> {
  await typed(client, id, `print('seen', ${number}, ${number} in seen)`);
  return (await lineOf(client, id, `seen ${number} (?:True|False)`)).endsWith("True");
}

/** Waits for a line of the output that is the pattern; gives it. */
function lineOf(client: RemoteBellhop, id: string, pattern: string): Promise<string> {
  const expression = new RegExp(`^${pattern}$`, "m");
  return until(async () => expression.exec((await logOf(client, id, { limit: 100 })).output)?.[0], {
    what: pattern,
  });
}

/** Nobody dies meanwhile: a daemon that is not there yet has typed nothing. */
async function typed(client: RemoteBellhop, id: string, line: string): Promise<void> {
  await until(
    () =>
      client.submit(id, line).then(
        ({ status }) => status === "ok",
        () => false,
      ),
    { what: line },
  );
}

test("[TERM-23] what it prints while there is no daemon is not lost", async () => {
  const home = realHome();
  const client = await realClient(home);
  const { id } = await startInTerminal(
    client,
    "i=0; while [ $i -lt 50 ]; do echo line $i; i=$((i+1)); sleep 0.02; done; exit 8",
  );
  await printed(client, id, "line 5\n");
  const { pid } = client.daemon;
  process.kill(pid, "SIGKILL");
  expect(await client.wait(id)).toMatchObject({ exitCode: 8 });
  expect((await logOf(client, id)).output).toBe(Array.from({ length: 50 }, (_, line) => `line ${line}\n`).join(""));
});
