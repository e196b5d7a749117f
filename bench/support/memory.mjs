/** What this program holds when no garbage is left, in KiB: all that is resident, and what belongs to JavaScript. */
export function memoryKib() {
  globalThis.gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { resident: rss / 1024, heap: (heapUsed + external) / 1024 };
}
