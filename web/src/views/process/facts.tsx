import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";

import type { Process, ProcessView } from "../../api/types.ts";
import { bytesOf } from "../../format/amount.ts";
import { plain } from "../../format/plain.ts";
import { momentOf, msOf } from "../../format/time.ts";
import { viewOf } from "../../terminal/log-source.ts";

export function Facts({ process }: { readonly process: Process }): VNode {
  const view = useSignal<ProcessView | null>(null);
  const { session_id: id, status } = process;
  useEffect(() => {
    viewOf(id).then(
      (found) => (view.value = found),
      () => undefined,
    );
  }, [id, status]);
  const rows = factsOf({ ...view.value, ...process });
  return (
    <section class="panel" aria-label="Facts">
      <h2>Facts</h2>
      <dl class="facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type Known = Process & Partial<ProcessView>;
type Fact = readonly [name: string, value: string];

/** Only what is set. */
function factsOf(process: Known): readonly Fact[] {
  return [...whoAndWhere(process), ...ending(process), ...wishes(process), ...limits(process)].filter(
    ([, value]) => value !== "",
  );
}

function whoAndWhere(process: Known): readonly Fact[] {
  const { session_id, pid, command, cwd, owner_task_id, session_key, ports = [] } = process;
  return [
    ["Command", plain(command)],
    ["Id", session_id],
    ["Pid", pid === null ? "" : String(pid)],
    ["Directory", plain(cwd)],
    ["Owner", plain(owner_task_id)],
    ["Conversation", plain(session_key)],
    ["Parent conversation", plain(process.parent_session_id ?? "")],
    ["Started", momentOf(msOf(process.started_at))],
    ["Ports", ports.join(", ")],
  ];
}

function ending({ exited_at, exit_code, signal, completion_reason, ...rest }: Known): readonly Fact[] {
  if (exited_at === undefined) return [];
  return [
    ["Ended", momentOf(msOf(exited_at))],
    ["Code", exit_code === null || exit_code === undefined ? "" : String(exit_code)],
    ["Signal", signal ?? ""],
    ["How", completion_reason ?? ""],
    ["By", typeof rest.killed_by === "string" ? rest.killed_by.replaceAll("_", " ") : ""],
    ["Source", plain(rest.termination_source ?? "")],
    ["CPU time", rest.cpu_seconds === undefined ? "" : `${rest.cpu_seconds.toFixed(2)} s`],
    ["Most memory", rest.peak_memory_bytes === undefined ? "" : bytesOf(rest.peak_memory_bytes)],
  ];
}

function wishes({ shell = "", stdin = "", pty, ready = "", watch_patterns = [], ...rest }: Known): readonly Fact[] {
  return [
    ["Shell", shell],
    ["Terminal", pty ? `${pty.cols} columns, ${pty.rows} rows` : ""],
    ["Input", pty ? "" : stdin],
    ["Ready", ready.replaceAll("_", " ")],
    ["Tells its end", rest.notify_on_complete === true ? "yes" : ""],
    ["Watches for", watch_patterns.map(plain).join(", ")],
    ["Heartbeat", secondsOf(rest.heartbeat_seconds)],
    ["Spared in sweeps", rest.persist_on_release === true ? "yes" : ""],
  ];
}

function limits(process: Known): readonly Fact[] {
  const { memory_max_mb, max_processes, cpu_percent, nice, log_max_bytes, lost_bytes = 0 } = process;
  return [
    ["Time limit", secondsOf(process.timeout_seconds)],
    ["Silence limit", secondsOf(process.idle_timeout_seconds)],
    ["Memory limit", memory_max_mb === undefined ? "" : `${memory_max_mb} MiB`],
    ["Process limit", max_processes === undefined ? "" : String(max_processes)],
    ["CPU limit", cpu_percent === undefined ? "" : `${cpu_percent} % of a core`],
    ["Nice", nice === undefined ? "" : String(nice)],
    ["Kept apart by", process.confinement ?? ""],
    ["Output kept", log_max_bytes === undefined ? "" : bytesOf(log_max_bytes)],
    ["Output lost", lost_bytes > 0 ? bytesOf(lost_bytes) : ""],
    ["Files", plain(process.directory ?? "")],
    ["Variables", (process.environment_names ?? []).map(plain).join(", ")],
  ];
}

function secondsOf(seconds = 0): string {
  return seconds > 0 ? `${seconds} s` : "";
}
