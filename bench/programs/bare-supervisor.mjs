// A supervisor as simple as it gets, the baseline of many figures: children with pipes, in a program of its own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

import { SHELL, spawnBare, spawnToExit } from "../support/bare.mjs";
import { serve } from "../support/helper.mjs";
import { growYoungGeneration, memoryKib } from "../support/memory.mjs";
import { cpuOf } from "../support/statistics.mjs";
import { wallClock } from "../support/wall-clock.mjs";

const children = new Set();

serve(
  {
    startMany: async ({ count, command }) => {
      for (let started = 0; started < count; started += 1) {
        const child = spawnBare(command);
        children.add(child);
        await once(child, "spawn");
      }
    },
    endMany,
    growYoungGeneration,
    memoryKib,
    idle: ({ forMs }) => cpuOf(() => sleep(forMs)),
    start: ({ command }) => spawnToExit(command),
    startTogether: async ({ count, command }) => {
      const start = performance.now();
      const all = Array.from({ length: count }, () => spawnBare(command));
      const exits = all.map((child) => once(child, "exit"));
      await Promise.all(all.map((child) => once(child, "spawn")));
      const startedMs = performance.now() - start;
      await Promise.all(exits);
      return startedMs;
    },
    endingMs,
    killMs,
    read,
  },
  endMany,
);

async function endMany() {
  const exits = [...children].map((child) => once(child, "exit"));
  for (const child of children) child.kill("SIGKILL");
  await Promise.all(exits);
  children.clear();
}

/** From the time that the command prints as its last act to the event `exit`. */
async function endingMs({ command }) {
  const wallMs = wallClock();
  const child = spawn(SHELL, ["-c", command], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stdout.on("data", (bytes) => (said += bytes));
  const closed = once(child, "close");
  await once(child, "exit");
  const seenMs = wallMs();
  await closed;
  return seenMs - Number(said.replace(",", ".")) * 1000;
}

/** From the signal to the group until the event `exit`. The command says when it is complete. */
async function killMs({ command }) {
  const child = spawn(SHELL, ["-c", command], { stdio: ["ignore", "pipe", "pipe"], detached: true });
  await once(child.stdout, "data");
  const start = performance.now();
  process.kill(-(child.pid ?? 0), "SIGTERM");
  await once(child, "exit");
  return performance.now() - start;
}

/** Reads the output of a command to its end; keeps nothing, or its last 200,000 characters the simple way. */
async function read({ command, keeps }) {
  let tail = "";
  let bytes = 0;
  const cost = await cpuOf(async () => {
    const child = spawn(SHELL, ["-c", command], { stdio: ["ignore", "pipe", "inherit"] });
    child.stdout.on("data", (chunk) => {
      bytes += chunk.length;
      if (keeps) tail = (tail + chunk.toString()).slice(-200_000);
    });
    await once(child, "close");
  });
  return { ...cost, bytes };
}
