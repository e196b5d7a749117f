import type { Bellhop } from "../../core/contract.ts";
import type { ListEntry } from "../../core/results.ts";

type Labels = Readonly<Record<string, string>>;
type Sample = readonly [labels: Labels, value: number];

/** What runs, in the text format of Prometheus (exposition format 0.0.4). Commands are no labels: they are long, and many. */
export async function metrics(bellhop: Bellhop, version: string): Promise<string> {
  const entries = await bellhop.list({ usage: true });
  const waiting = await bellhop.pending({ skipPollObserved: false });
  const running = entries.filter(({ status }) => status === "running");
  const used = running.filter(({ usage }) => usage !== undefined);
  const each = (value: (entry: ListEntry) => number): Sample[] => used.map((entry) => [labelsOf(entry), value(entry)]);
  return [
    gauge("bellhop_info", "The version of the daemon.", [[{ version }, 1]]),
    gauge("bellhop_processes", "Processes by state.", [
      [{ state: "running" }, running.length],
      [{ state: "exited" }, entries.length - running.length],
    ]),
    gauge("bellhop_events_pending", "Events that nobody has taken yet.", [[{}, waiting.length]]),
    gauge(
      "bellhop_process_cpu_cores",
      "Cores that a tree uses.",
      each(({ usage }) => (usage?.cpuPercent ?? 0) / 100),
    ),
    gauge(
      "bellhop_process_memory_bytes",
      "Resident memory of a tree.",
      each(({ usage }) => usage?.memoryBytes ?? 0),
    ),
    gauge(
      "bellhop_process_output_bytes_per_second",
      "Output of a process.",
      each(({ usage }) => usage?.outputBytesPerSecond ?? 0),
    ),
    gauge(
      "bellhop_process_uptime_seconds",
      "Age of a running process.",
      each(({ uptimeSeconds }) => uptimeSeconds),
    ),
    gauge("bellhop_daemon_memory_bytes", "Resident memory of the daemon.", [[{}, process.memoryUsage.rss()]]),
  ].join("");
}

function labelsOf({ sessionId, name = "", ownerTaskId }: ListEntry): Labels {
  return { id: sessionId, name, owner: ownerTaskId };
}

function gauge(name: string, help: string, samples: readonly Sample[]): string {
  if (samples.length === 0) return "";
  const lines = samples.map(([labels, value]) => `${name}${written(labels)} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join("")}`;
}

function written(labels: Labels): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
