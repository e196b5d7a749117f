import { createHmac } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

import { CALLBACK_KEPT_MS, CALLBACK_PAUSE_MAX_MS } from "../../src/core/limits.ts";
import type { Registry } from "../../src/registry/registry.ts";
import { JumpingClock } from "../support/jumping-clock.ts";
import { logOf, reopen, testRegistry } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";

interface Received {
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** What it answers with, the last one again and again. */
  answers: number[];
}

/** An HTTP server of the test. */
async function receiver(answers: number[] = [204]): Promise<Receiver> {
  const received: Received[] = [];
  const it: { url: string; received: Received[]; answers: number[] } = { url: "", received, answers };
  const server: Server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (text: string) => (body += text));
    request.on("end", () => {
      received.push({ headers: request.headers, body });
      response
        .writeHead((it.answers.length > 1 ? it.answers.shift() : it.answers[0]) ?? 204, { connection: "close" })
        .end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  it.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?key=hunter2`;
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  return it;
}

function waiting(registry: Registry): string[] {
  return readdirSync(join(registry.home, "callbacks"));
}

const allDone = (registry: Registry): Promise<unknown> =>
  until(() => waiting(registry).length === 0, { what: "the callbacks to be done" });

test("[CALLBACK-1] [CALLBACK-2] the command runs where the process ran, and reads the event", async () => {
  const registry = await testRegistry();
  const cwd = temporaryDirectory();
  const { id } = await registry.start({
    command: "echo done; exit 3",
    shell: "plain",
    cwd,
    env: { COLOR: "red" },
    onExit: 'cat > event.json; echo "$COLOR $PWD"; exit 4',
  });
  await until(
    async () => (await registry.list()).length === 2 && (await registry.list()).every((one) => one.status === "exited"),
    { what: "both to end" },
  );
  const [, hook] = await registry.list();
  expect(JSON.parse(readFileSync(join(cwd, "event.json"), "utf8"))).toMatchObject({
    event_id: expect.stringContaining(id) as string,
    event: { type: "completion", session_id: id, exit_code: 3, output: expect.stringContaining("done") as string },
    text: expect.stringContaining("exit code 3") as string,
  });
  expect(hook).toMatchObject({
    command: 'cat > event.json; echo "$COLOR $PWD"; exit 4',
    exitCode: 4,
    persistOnRelease: true,
  });
  expect((await logOf(registry, hook?.sessionId ?? "")).output.trim()).toBe(`red ${cwd}`);
  expect(await registry.drain()).toEqual([]); // Nobody asked for an event.
  await allDone(registry);
});

test("[CALLBACK-1] it runs also when its process was killed, and that was told already", async () => {
  const registry = await testRegistry();
  const cwd = temporaryDirectory();
  const { id } = await registry.start({
    command: "sleep 600",
    shell: "plain",
    cwd,
    notifyOnComplete: true,
    onExit: "cat > event.json",
  });
  await registry.kill(id);
  await until(
    () => existsSync(join(cwd, "event.json")) && readFileSync(join(cwd, "event.json"), "utf8").endsWith("\n"),
    { what: "the event" },
  );
  expect(JSON.parse(readFileSync(join(cwd, "event.json"), "utf8"))).toMatchObject({
    event: { completion_reason: "killed" },
  });
});

test("[CALLBACK-3] [CALLBACK-4] a failing address is tried again with growing pauses; each post is signed", async () => {
  const clock = new JumpingClock();
  const registry = await testRegistry({ clock });
  const { url, received } = await receiver([500, 302, 200]);
  const { id } = await registry.start({
    command: "echo hello",
    shell: "plain",
    notifyUrl: url,
    notifySecret: "s3cret",
  });
  await until(() => received.length === 1, { what: "the first post" });
  await until(() => savedAttempts(registry) === 1, { what: "the failure to be written down" });
  clock.advance(1_500);
  await until(() => received.length === 2, { what: "the second post" });
  await until(() => savedAttempts(registry) === 2, { what: "the failure to be written down" });
  clock.advance(1_000); // The pause is 2 s by now.
  expect(received.length).toBe(2);
  clock.advance(1_500);
  await until(() => received.length === 3, { what: "the third post" });
  await allDone(registry);
  for (const { headers, body } of received) {
    const stamp = String(headers["x-bellhop-timestamp"]);
    expect(headers["x-bellhop-signature"]).toBe(
      `sha256=${createHmac("sha256", "s3cret").update(`${stamp}.${body}`).digest("hex")}`,
    );
    expect(JSON.parse(body)).toMatchObject({ event: { type: "completion", session_id: id } });
  }
  expect(new Set(received.map(({ headers }) => headers["x-bellhop-event-id"])).size).toBe(1);
});

function savedAttempts(registry: Registry): number {
  const [name = ""] = waiting(registry).filter((one) => !one.startsWith("."));
  return name === ""
    ? -1
    : (JSON.parse(readFileSync(join(registry.home, "callbacks", name), "utf8")) as { attempts: number }).attempts;
}

test("[CALLBACK-3] nothing is signed without a secret", async () => {
  const registry = await testRegistry();
  const { url, received } = await receiver();
  await registry.start({ command: "true", shell: "plain", notifyUrl: url });
  await until(() => received.length === 1, { what: "the post" });
  expect(received[0]?.headers["x-bellhop-signature"]).toBeUndefined();
});

test("[CALLBACK-5] what an address did not take is posted by the next owner of the home, once", async () => {
  const clock = new JumpingClock();
  const first = await testRegistry({ clock });
  const it = await receiver([503]);
  const marker = join(temporaryDirectory(), "runs");
  await first.start({ command: "echo one", shell: "plain", notifyUrl: it.url, onExit: `echo run >> '${marker}'` });
  await until(() => it.received.length === 1 && savedAttempts(first) === 1, { what: "a failure" });
  await until(() => existsSync(marker), { what: "the command to run" });
  it.answers = [200];
  const second = await reopen(first, { clock });
  clock.advance(CALLBACK_PAUSE_MAX_MS);
  await allDone(second);
  const third = await reopen(second, { clock });
  await until(async () => (await third.list()).every((one) => one.status === "exited"), { what: "the command to end" });
  clock.advance(CALLBACK_PAUSE_MAX_MS);
  expect({ posts: it.received.length, runs: readFileSync(marker, "utf8") }).toEqual({ posts: 2, runs: "run\n" });
});

test("[CALLBACK-6] an address that is gone, or silent for a day, is given up", async () => {
  const warnings: string[] = [];
  const clock = new JumpingClock();
  const logger = { info: () => undefined, warn: (message: string) => void warnings.push(message) };
  const registry = await testRegistry({ clock, logger });
  const gone = await receiver([410]);
  const silent = await receiver([500]);
  await registry.start({ command: "true", shell: "plain", notifyUrl: gone.url });
  await until(() => gone.received.length === 1, { what: "the post" });
  await allDone(registry);
  await registry.start({ command: "true", shell: "plain", notifyUrl: silent.url });
  await until(() => savedAttempts(registry) === 1, { what: "a failure" });
  clock.advance(CALLBACK_KEPT_MS);
  await allDone(registry);
  expect(warnings).toEqual([
    expect.stringMatching(/has failed and will be tried again: the answer was 500/) as string,
    expect.stringMatching(/was given up after 2 attempts: the answer was 500/) as string,
  ]);
});

test("[CALLBACK-7] a damaged callback is set aside", async () => {
  const clock = new JumpingClock();
  const first = await testRegistry({ clock });
  const it = await receiver([500]);
  await first.start({ command: "true", shell: "plain", notifyUrl: it.url });
  await until(() => savedAttempts(first) === 1, { what: "a failure" });
  it.answers = [200];
  writeFileSync(join(first.home, "callbacks", "0000-x.post.json"), "{");
  const second = await reopen(first, { clock });
  clock.advance(CALLBACK_PAUSE_MAX_MS);
  await allDone(second);
  expect(it.received.length).toBe(2);
  expect(readdirSync(join(second.home, "aside"))).toHaveLength(1);
});

test("[CALLBACK-8] the address and the secret are told to nobody", async () => {
  const registry = await testRegistry();
  const { url, received } = await receiver();
  const { id } = await registry.start({
    command: "true",
    shell: "plain",
    notifyOnComplete: true,
    notifyUrl: url,
    notifySecret: "s3cret",
  });
  await until(() => received.length === 1, { what: "the post" });
  const told = JSON.stringify([
    await registry.list(),
    await registry.get(id),
    await registry.pending(),
    received[0]?.body,
  ]);
  const record = readFileSync(join(registry.home, "procs", id, "record.json"), "utf8");
  for (const text of [told, record]) expect(text).not.toMatch(/hunter2|s3cret/);
});
