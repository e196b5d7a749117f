/** The value below which the share `q` (0 to 1) of `values` lies. */
export function quantile(values, q) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
}

/** The middle value, which one slow round does not move. */
export function median(values) {
  return quantile(values, 0.5);
}

/**
 * Runs each of `variants` once a round, one after the other, so that what else the machine does hits all alike. Every round
 * begins with another one. Resolves with the results by name, one a round; those of `warmUp` rounds are left out.
 */
export async function interleaved(variants, { rounds, warmUp = 1 }) {
  const names = Object.keys(variants);
  const results = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -warmUp; round < rounds; round += 1) {
    const first = (round + warmUp) % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const result = await variants[name]();
      if (round >= 0) results[name].push(result);
    }
  }
  return results;
}

/** Milliseconds that `action` takes. */
export async function timed(action) {
  const start = performance.now();
  await action();
  return performance.now() - start;
}

/** Milliseconds of CPU that this program uses during `action`, and how long that takes. */
export async function cpuOf(action) {
  const before = process.cpuUsage();
  const wallMs = await timed(action);
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1000, wallMs };
}
