import { expect, test } from "vitest";

import { connect } from "../../src/surfaces/client/connect.ts";
import { until } from "../support/until.ts";
import { gone, realClient, realHome } from "./real-home.ts";

test("[DMN-52] kill -9 of the daemon while a job prints: no line is missing, the exit code is exact, one completion comes", async () => {
  const home = realHome();
  const client = await realClient(home);
  const command = 'i=0; while [ $i -lt 60 ]; do echo "line $i"; i=$((i+1)); sleep 0.02; done; exit 7';
  const { id } = await client.start({ command, shell: "plain", notifyOnComplete: true });
  let seen = "";
  const following = (async () => {
    for await (const { text } of client.follow(id)) seen += text;
  })();
  const told: string[] = [];
  const enough = new AbortController();
  const subscription = (async () => {
    for await (const event of client.events({ signal: enough.signal })) {
      told.push(event.eventId);
      await event.acknowledge();
    }
  })();
  await until(() => seen.includes("line 5\n"));
  const first = client.daemon.pid;
  process.kill(first, "SIGKILL");
  await following;
  expect(client.daemon.pid).not.toBe(first);
  expect(seen).toBe(Array.from({ length: 60 }, (_, index) => `line ${index}\n`).join(""));
  await until(() => told.length > 0, { what: "the completion" });
  expect(await client.poll(id)).toMatchObject({ status: "exited", exitCode: 7 });
  expect(await client.drain()).toEqual([]);
  expect(told).toHaveLength(1);
  enough.abort();
  await subscription;
});

test("[DMN-33] a wait outlives three daemons", async () => {
  const home = realHome();
  const client = await realClient(home);
  const { id } = await client.start({ command: "cat; exit 4", shell: "plain", stdin: "pipe" });
  const waiting = client.wait(id, { timeoutSeconds: 60 });
  for (let round = 0; round < 3; round++) {
    const { pid } = client.daemon;
    process.kill(pid, "SIGKILL");
    await gone(pid);
    await until(() => client.daemon.pid !== pid, { what: "the next daemon" });
  }
  await client.closeStdin(id);
  expect(await waiting).toMatchObject({ status: "exited", exitCode: 4 });
});

test("[DMN-12] after a stop on purpose, what only goes on starts no daemon; what begins does, and the rest goes on with it", async () => {
  const home = realHome();
  const client = await realClient(home);
  const { id } = await client.start({ command: "cat; exit 4", shell: "plain", stdin: "pipe" });
  const waiting = client.wait(id, { timeoutSeconds: 60 });
  const { pid } = client.daemon;
  await client.call("daemon_stop", {});
  await gone(pid);
  await expect(connect({ home, start: false })).rejects.toMatchObject({ code: "daemon_unreachable" });
  const next = await client.start({ command: "true", shell: "plain" });
  expect(await client.wait(next.id)).toMatchObject({ exitCode: 0 });
  await client.closeStdin(id);
  expect(await waiting).toMatchObject({ status: "exited", exitCode: 4 });
});

test("[DMN-53] a client that is killed while it waits has not taken the completion away", async () => {
  const home = realHome();
  const client = await realClient(home);
  const { id } = await client.start({ command: "cat", shell: "plain", stdin: "pipe", notifyOnComplete: true });
  const doomed = await realClient(home);
  await doomed.wait(id, { timeoutSeconds: 0.001 });
  const waiting = doomed.wait(id).catch((error: unknown) => error);
  await doomed.poll(id); // The wait has arrived before it.
  await doomed.close();
  expect(await waiting).toMatchObject({ code: "connection_lost" });
  await client.closeStdin(id);
  await until(async () => (await client.poll(id)).status === "exited");
  expect(await client.drain({ skipPollObserved: false })).toMatchObject([{ event: { sessionId: id, exitCode: 0 } }]);
});

test("[DMN-30] a drain takes what a poll has shown, and does not give it", async () => {
  const home = realHome();
  const client = await realClient(home);
  const { id } = await client.start({ command: "true", shell: "plain", notifyOnComplete: true });
  await until(async () => (await client.poll(id)).status === "exited");
  expect(await client.drain()).toEqual([]);
  expect(await client.pending({ skipPollObserved: false })).toEqual([]);
});

test("[DMN-52] a look whose daemon is killed before it answers is taken again", async () => {
  const home = realHome();
  const client = await realClient(home);
  const { id } = await client.start({ command: "echo here; exit 3", shell: "plain" });
  await client.wait(id);
  for (let round = 0; round < 5; round++) {
    const { pid } = client.daemon;
    process.kill(pid, "SIGSTOP"); // It has the question, and will never answer it.
    const looks = Promise.all([client.list(), client.poll(id), client.log(id), client.get(id)]);
    process.kill(pid, "SIGKILL");
    const [list, poll, log, view] = await looks;
    expect([list.length, poll, log, view?.exitCode]).toMatchObject([1, { exitCode: 3 }, { output: "here\n" }, 3]);
  }
});
