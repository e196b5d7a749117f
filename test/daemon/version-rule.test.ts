import { expect, test } from "vitest";

import { until } from "../support/until.ts";
import { testClient, testDaemon } from "./harness.ts";

test("[DMN-38] the same version fits, and so does an older daemon for a client that may not start one", async () => {
  const { home } = await testDaemon({ version: "1.2.3" });
  for (const version of ["1.2.3", "1.3.0"]) {
    const client = await testClient(home, { version });
    expect(client.daemon).toEqual({ pid: process.pid, version: "1.2.3", home });
  }
});

test("[DMN-39] a daemon that is newer than its client is an error that says what to do", async () => {
  const { home } = await testDaemon({ version: "1.10.0" });
  await expect(testClient(home, { version: "1.9.0", mayStart: true })).rejects.toMatchObject({
    code: "daemon_newer",
    message:
      `The daemon of ${home} (pid ${process.pid}) has version 1.10.0, newer than this client, 1.9.0. ` +
      `Update this client, or stop the daemon: kill ${process.pid}`,
  });
});

test("[DMN-40] an older daemon is asked to step down, says why to its clients, and its successor is used", async () => {
  const old = await testDaemon({ version: "1.0.0" });
  const oldClient = await testClient(old.home);
  const { id } = await oldClient.start({ command: "make" });
  const oldWait = oldClient.wait(id);
  const oldOutcome = oldWait.catch((error: unknown) => error);
  await until(() => old.bellhop.asking === 1);
  const successor = old.left.then(() => testDaemon({ bellhop: old.bellhop, version: "2.0.0" }));
  const client = await testClient(old.home, {
    version: "2.0.0",
    mayStart: true,
    program: ["-e", "setInterval(() => {}, 50)", "--"],
  });
  expect([await old.left, client.daemon.version]).toEqual([
    "A client of version 2.0.0 starts its own daemon.",
    "2.0.0",
  ]);
  expect(await client.poll(id)).toMatchObject({ status: "running" });
  expect(await oldOutcome).toMatchObject({ code: "daemon_newer" });
  await successor;
});
