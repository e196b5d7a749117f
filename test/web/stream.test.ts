import { request } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";

import { systemClock } from "../../src/adapters/clock/system.ts";
import { WEB_STALL_MS } from "../../src/core/limits.ts";
import type { Clock } from "../../src/ports/clock.ts";
import { startPlain, testRegistry } from "../support/registry.ts";
import { until } from "../support/until.ts";
import { bearer, send, type Site, webOver } from "./serving.ts";

interface Pushed {
  readonly name: string;
  readonly data: PushedData;
}

/** The parts that tests ask for. */
interface PushedData {
  readonly id: string;
  readonly text: string;
  readonly cursor: number;
  readonly changed: readonly { readonly exit_code?: number }[];
  readonly gone: readonly string[];
}

/** Listens to a stream until the test has finished, or `close` is called. */
function listen(site: Site, query: string) {
  const pushed: Pushed[] = [];
  let rest = "";
  let isOver = false;
  const sent = request({
    host: "127.0.0.1",
    port: site.port,
    path: `/api/stream?${query}`,
    headers: bearer(site),
    agent: false,
  });
  sent
    .on("error", () => undefined)
    .on("response", (response) => {
      response.setEncoding("utf8").on("data", (chunk: string) => {
        const blocks = (rest + chunk).split("\n\n");
        rest = blocks.pop() ?? "";
        for (const block of blocks) {
          const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
          if (name !== undefined) pushed.push({ name, data: JSON.parse(data ?? "null") as PushedData });
        }
      });
      response.on("close", () => (isOver = true));
    });
  sent.end();
  onTestFinished(() => void sent.destroy());
  return {
    pushed,
    of: (name: string) => pushed.filter((one) => one.name === name).map(({ data }) => data),
    isOver: () => isOver,
    close: () => sent.destroy(),
  };
}

test("[WEB-7] the list: all at first, then what has changed, then what was forgotten", async () => {
  const registry = await testRegistry();
  const site = await webOver(registry);
  const quiet = await startPlain(registry, "sleep 1000");
  const stream = listen(site, "processes=1&events=1");
  await until(() => stream.of("list").length > 0 && stream.of("events").length > 0);
  expect(stream.of("list")[0]).toMatchObject({ changed: [{ session_id: quiet.id, status: "running" }], gone: [] });
  expect(stream.of("events")).toEqual([{ changed: [], gone: [] }]);
  const other = await startPlain(registry, "exit 3", { notifyOnComplete: true });
  await until(() => stream.of("list").some(({ changed }) => changed.some((one) => one.exit_code === 3)));
  await until(() => stream.of("events").at(-1)?.changed.length === 1);
  expect(stream.of("events").at(-1)?.changed[0]).toMatchObject({ event: { type: "completion", session_id: other.id } });
  await registry.remove(other.id);
  await until(() => stream.of("list").at(-1)?.gone.includes(other.id));
});

test("[WEB-7] output from any cursor on, byte for byte, and its end", async () => {
  const registry = await testRegistry();
  const site = await webOver(registry);
  const { id } = await startPlain(registry, "seq 1 20000; read x", { stdin: "pipe" });
  const textOf = (stream: ReturnType<typeof listen>): string =>
    stream
      .of("output")
      .map(({ text }) => text)
      .join("");
  const all = Array.from({ length: 20_000 }, (_, index) => `${index + 1}\n`).join("");
  const whole = listen(site, `output=${id}:0`);
  await until(() => textOf(whole).length === all.length);
  expect(textOf(whole)).toBe(all);
  const cursor = whole.of("output")[0]?.cursor ?? 0;
  const rest = listen(site, `output=${id}:${cursor}:live&output=nobody:0`);
  await until(() => textOf(rest).length === all.length - cursor);
  expect(textOf(rest)).toBe(all.slice(cursor));
  await until(() => rest.of("output_end").length > 0);
  expect(rest.of("output_end")).toEqual([{ id: "nobody", error: "No process with ID nobody" }]);
  await registry.submit(id, "");
  await until(() => whole.of("output_end").length === 1 && whole.isOver());
  expect(whole.of("output_end")).toEqual([{ id }]);
});

test("[WEB-8] a client that never reads holds one write, and is let go after a while", async () => {
  const registry = await testRegistry();
  const waits: AbortController[] = [];
  const sleep: Clock["sleep"] = (delayMs, signal) => {
    if (delayMs !== WEB_STALL_MS) return systemClock.sleep(delayMs, signal);
    const timeIsUp = new AbortController();
    waits.push(timeIsUp);
    return systemClock.sleep(delayMs, signal ? AbortSignal.any([signal, timeIsUp.signal]) : timeIsUp.signal);
  };
  const site = await webOver(registry, { ...systemClock, sleep });
  const { id } = await startPlain(
    registry,
    "yes 0123456789012345678901234567890123456789 | head -c 50000000; sleep 1000",
  );
  await until(async () => ((await registry.get(id))?.cursor ?? 0) >= 50_000_000);
  const before = process.memoryUsage().rss;
  const socket = connect(site.port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let isClosed = false;
  socket.on("error", () => undefined).on("close", () => (isClosed = true));
  socket.write(
    `GET /api/stream?output=${id}:0 HTTP/1.1\r\nHost: 127.0.0.1:${site.port}\r\nAuthorization: Bearer ${site.token}\r\n\r\n`,
  );
  socket.pause();
  let waited = 0;
  await until(() => {
    const isStuck = waits.length > 0 && waits.length === waited; // What the kernel holds is full.
    waited = waits.length;
    return isStuck;
  });
  expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  await until(() => {
    waits.at(-1)?.abort();
    return site.connections() === 0;
  });
  socket.resume();
  await until(() => isClosed);
  expect((await send(site.port, "/api/processes", { headers: bearer(site) })).status).toBe(200);
});

test("[WEB-7] nobody looks any more: nothing is looked at any more", async () => {
  const registry = await testRegistry();
  const site = await webOver(registry);
  await startPlain(registry, "sleep 1000");
  const stream = listen(site, "processes=1");
  await until(() => stream.of("list").length > 0);
  let looks = 0;
  const list = registry.list.bind(registry);
  registry.list = (filter) => {
    looks += 1;
    return list(filter);
  };
  await until(() => looks > 0);
  stream.close();
  await until(() => site.connections() === 0);
  const after = looks;
  const other = listen(site, "events=1");
  await until(() => other.of("events").length > 0);
  expect(looks).toBeLessThanOrEqual(after + 1); // One look may have been on its way.
});
