import { setImmediate as turn } from "node:timers/promises";

/** Objects that are alive at the same time, 20 times in a row: more than the young generation of V8 can hold. */
const OBJECTS = 500_000;
const TIMES = 20;

/**
 * Lets the young generation of V8 grow to its full size, which it does once and keeps. Otherwise that shows up somewhere in
 * the growth that is measured.
 */
export function growYoungGeneration() {
  let alive = 0;
  for (let time = 0; time < TIMES; time += 1)
    alive += Array.from({ length: OBJECTS }, (_, place) => ({ place })).length;
  return alive;
}

/** What this program holds when no garbage is left, in KiB: all that is resident, and what belongs to JavaScript. */
export async function memoryKib() {
  for (let time = 0; time < 3; time += 1) {
    globalThis.gc();
    await turn(); // What waited for a collection lets go of more.
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return { resident: rss / 1024, heap: (heapUsed + external) / 1024 };
}
