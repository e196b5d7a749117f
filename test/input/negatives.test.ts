import { describe, expect, test } from "vitest";

import { testRegistry } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";
import { nextStop, startAtTerminal, takeStops } from "./harness.ts";

/** What looks like a prompt, and is none. Each is at work, or waits for something else. */
const NOT_WAITING: readonly string[] = [
  "printf 'Password: '; sleep 60",
  "printf '$ '; while :; do :; done",
  "while :; do printf .; sleep 0.1; done",
  "printf 'Continue? [y/N] '; tail -f /etc/passwd",
  "echo building; sleep 60 | cat",
  "stty -echo; printf 'Secret: '; sleep 60",
  "printf '> '; sleep 60 & wait",
  "printf 'Name: '; sleep 60 </dev/null | cat",
  // A server that listens to its terminal as well, but to more than that.
  `printf 'ready > '; ${JSON.stringify(process.execPath)} -e 'process.stdin.resume(); require("net").createServer().listen(0)'`,
  // Stopped: whoever types reaches nobody.
  "bash --norc -c 'printf \"Name: \"; kill -STOP $$; read x'",
  // In the background of its terminal.
  "bash --norc -ic '(read x </dev/tty) & printf \"Name: \"; sleep 60'",
];

describe("[INPUT-2] what does not wait is not told", () => {
  // All at once, beside one that does wait and is printed for last: when that was told, each was looked at.
  test("whatever it has printed", async () => {
    const registry = await testRegistry();
    for (const command of NOT_WAITING) await startAtTerminal(registry, command);
    const waiting = await startAtTerminal(registry, "sleep 2; bash --norc -c 'read -p \"Name: \" x'");
    const stop = await nextStop(registry);
    expect([stop.sessionId, await takeStops(registry)]).toEqual([waiting, []]);
  });

  test("[INPUT-7] a relay to another terminal or machine proves nothing", async () => {
    const registry = await testRegistry();
    const relays = ["script -qec \"printf 'inner: '; sleep 60\" /dev/null", `python3 -c '${TCP_RELAY}'`];
    for (const command of relays) await startAtTerminal(registry, command);
    const waiting = await startAtTerminal(registry, "sleep 2; exec cat");
    const stop = await nextStop(registry);
    expect([stop.sessionId, await takeStops(registry)]).toEqual([waiting, []]);
  });
});

/** What `ssh` does: a raw terminal, and one wait for it and for a connection. */
const TCP_RELAY = `
import select, socket, sys, tty
server = socket.create_server(("127.0.0.1", 0))
peer = socket.create_connection(server.getsockname())
tty.setraw(0)
print("remote$ ", end="", flush=True)
select.select([0, peer], [], [])
`;

test("[INPUT-4] short commands at a terminal end, and never wait", async () => {
  const registry = await testRegistry();
  const ids: string[] = [];
  for (let index = 0; index < 20; index += 1) {
    ids.push(
      await startAtTerminal(registry, index % 2 === 0 ? "printf 'Name: '" : 'printf "go? "; read -t 0.2 x; true'),
    );
  }
  for (const id of ids) await registry.wait(id);
  const seen = await Promise.all(ids.map((id) => registry.poll(id)));
  expect([seen.map(({ status }) => status), await takeStops(registry)]).toEqual([ids.map(() => "exited"), []]);
});

test("[INPUT-4] one that ends while its terminal is looked at is not told afterwards", async () => {
  const registry = await testRegistry();
  const directory = temporaryDirectory();
  const ids: string[] = [];
  // They read for about as long as it takes until they are looked at.
  for (let index = 0; index < 12; index += 1) {
    ids.push(
      await startAtTerminal(
        registry,
        `cd ${directory}; printf 'Name: '; sleep 0.${index % 4}; read -t 0.3${index % 10} x; printf done`,
      ),
    );
  }
  for (const id of ids) await registry.wait(id);
  await takeStops(registry);
  await until(async () => (await registry.list()).every(({ status }) => status === "exited"));
  expect(await takeStops(registry)).toEqual([]);
});
