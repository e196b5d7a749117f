import type { VNode } from "preact";

import type { Process } from "../../api/types.ts";
import { bytesOf, percentOf } from "../../format/amount.ts";
import { lastLineOf, plain } from "../../format/plain.ts";
import { durationOf } from "../../format/time.ts";
import { now } from "../../state/clock.ts";
import { ageOf } from "../../state/describe.ts";
import { go, hrefOf } from "../../state/route.ts";
import { select } from "../../state/selection.ts";
import { sparkOf } from "../../state/sparks.ts";
import { SparkLine } from "../parts/spark-line.tsx";
import { StateBadge } from "../parts/state-badge.tsx";

interface RowProps {
  readonly id: string;
  readonly process: Process;
  readonly index: number;
  readonly topPx: number;
  readonly isSelected: boolean;
}

export function ProcessRow({ id, process, index, topPx, isSelected }: RowProps): VNode {
  const { session_id, name, command, owner_task_id, session_key, ports = [], output_preview } = process;
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      class="row"
      style={{ transform: `translateY(${topPx}px)` }}
      onClick={() => {
        select(session_id);
        go(hrefOf(session_id));
      }}
    >
      <span role="gridcell" class="cell-process">
        <a href={hrefOf(session_id)} tabIndex={-1} title={plain(command)}>
          {name ? <b>{plain(name)}</b> : null} <code>{plain(command)}</code>
        </a>
      </span>
      <span role="gridcell" class="cell-state">
        <StateBadge process={process} />
      </span>
      <span role="gridcell" class="cell-owner" title={plain(`${owner_task_id} ${session_key}`)}>
        {plain(owner_task_id || session_key)}
      </span>
      <span role="gridcell" class="cell-age">
        {durationOf(ageOf(process, now.value))}
      </span>
      <span role="gridcell" class="cell-ports">
        {ports.map((port) => `:${port}`).join(" ")}
      </span>
      <Used process={process} />
      <span role="gridcell" class="cell-last-line">
        {lastLineOf(output_preview)}
      </span>
    </div>
  );
}

const CPU_LEAST_PERCENT = 25;
const MEMORY_LEAST_BYTES = 16 * 1_024 * 1_024;

function Used({ process }: { readonly process: Process }): VNode {
  const { session_id, usage, cpu_seconds, peak_memory_bytes, status } = process;
  const spark = sparkOf(session_id);
  const isLive = status === "running" && usage !== undefined;
  const ended = status === "exited";
  return (
    <>
      <span role="gridcell" class="cell-cpu">
        {isLive && <SparkLine values={spark.cpu} least={CPU_LEAST_PERCENT} />}
        <span class="number">
          {isLive
            ? percentOf(usage.cpu_percent)
            : ended && cpu_seconds !== undefined
              ? `${cpu_seconds.toFixed(1)} s`
              : ""}
        </span>
      </span>
      <span role="gridcell" class="cell-memory">
        {isLive && <SparkLine values={spark.memory} least={MEMORY_LEAST_BYTES} />}
        <span class="number">
          {isLive ? bytesOf(usage.memory_bytes) : ended && peak_memory_bytes ? bytesOf(peak_memory_bytes) : ""}
        </span>
      </span>
      <span role="gridcell" class="cell-output">
        {isLive && usage.output_bytes_per_second > 0 ? `${bytesOf(usage.output_bytes_per_second)}/s` : ""}
      </span>
    </>
  );
}
