import { setTimeout as sleep } from "node:timers/promises";

import { until } from "./processes.mjs";

/** An environment of which the looks are counted: how many, how long, and their bytes both ways. */
export function counted(environment) {
  let total = { looks: 0, bytes: 0, wallMs: 0 };
  let forgetting = 0;
  const executeBytes = async (command, options) => {
    const start = performance.now();
    const isForget = command.includes(" 'forget' ");
    forgetting += isForget ? 1 : 0;
    const result = await environment.executeBytes(command, options).finally(() => (forgetting -= isForget ? 1 : 0));
    if (!command.includes(" 'poll' ")) return result;
    const bytes = Buffer.byteLength(command) + result.stdout.length + Buffer.byteLength(result.stderr);
    total = {
      looks: total.looks + 1,
      bytes: total.bytes + bytes,
      wallMs: total.wallMs + performance.now() - start,
    };
    return result;
  };
  const looks = async (count) => {
    const before = total.looks;
    await until(() => total.looks >= before + count, `${count} looks`);
  };
  return {
    environment: { ...environment, executeBytes },
    looks,
    /** Until nothing is being removed there, which nobody waits for. */
    tidy: () => until(() => forgetting === 0, "The removals there"),
    /** The looks of so many milliseconds: their number, and the bytes and milliseconds of each. */
    looksWithin: async (forMs) => {
      const before = total;
      await sleep(forMs);
      const seen = total.looks - before.looks;
      if (seen === 0) throw new Error(`There was no look within ${forMs} ms.`);
      return {
        looks: seen,
        bytes: (total.bytes - before.bytes) / seen,
        wallMs: (total.wallMs - before.wallMs) / seen,
      };
    },
  };
}

/** The events of a registry by the process that they are about, each with when it was in hand. */
export function eventsById(registry) {
  const leaving = new AbortController();
  const told = new Map();
  const slotOf = (id) => {
    if (!told.has(id)) told.set(id, withResolvers());
    return told.get(id);
  };
  const take = async () => {
    for await (const { event, acknowledge } of registry.events({ signal: leaving.signal })) {
      const atMs = performance.now();
      await acknowledge();
      slotOf(event.sessionId).resolve({ event, atMs });
    }
  };
  const taking = take();
  return {
    of: (id) => slotOf(id).promise,
    end: async () => {
      leaving.abort();
      await taking;
    },
  };
}

/** `Promise.withResolvers`, which Node 20 has not. */
function withResolvers() {
  let resolve;
  const promise = new Promise((done) => (resolve = done));
  return { promise, resolve };
}
