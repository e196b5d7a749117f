import { cpus, loadavg, release, totalmem } from "node:os";

/** What the figures depend on. The load says whether other work shared the machine. */
export function machine() {
  const processors = cpus();
  return {
    cores: processors.length,
    processor: processors[0]?.model ?? "unknown",
    memoryGib: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    kernel: release(),
  };
}

export function machineLine() {
  const { cores, processor, memoryGib, node, kernel } = machine();
  return `${cores} cores (${processor}), ${memoryGib} GiB, Linux ${kernel}, Node ${node}`;
}

export function loadLine() {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(", ");
}
