import type { Leftover } from "../leftover.ts";
import { listOf, type Loose, numberOf, textOf } from "./loose.ts";

const MIB = 1024 * 1024;

/** Processes that run on, for people: `node (pid 7, port 3000, 1.2 s of CPU, 45 MiB), sleep (pid 9, 0 s of CPU, 1 MiB)`. Empty when there are none. */
export function leftoversText(leftovers: readonly Loose<Leftover>[]): string {
  return leftovers.map(leftoverText).join(", ");
}

function leftoverText(leftover: Loose<Leftover>): string {
  const ports = listOf(leftover.ports).map((port) => textOf(port, "?"));
  const cpuSeconds = numberOf(leftover.cpuSeconds);
  const memoryBytes = numberOf(leftover.memoryBytes);
  const facts = [
    `pid ${textOf(leftover.pid, "?")}`,
    ...(ports.length > 0 ? [`${ports.length === 1 ? "port" : "ports"} ${ports.join(" ")}`] : []),
    ...(cpuSeconds === undefined ? [] : [`${Math.round(cpuSeconds * 10) / 10} s of CPU`]),
    ...(memoryBytes === undefined ? [] : [`${Math.ceil(memoryBytes / MIB)} MiB`]),
  ];
  return `${textOf(leftover.name, "a process")} (${facts.join(", ")})`;
}
