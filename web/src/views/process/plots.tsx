import { useSignalEffect } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";

import type { Process } from "../../api/types.ts";
import { bytesOf, percentOf } from "../../format/amount.ts";
import { eventsOf } from "../../state/events.ts";
import { isDark } from "../../state/settings.ts";
import { createPlot, type PlotKind } from "./plot.ts";
import type { Session } from "./session.ts";

interface PlotsProps {
  readonly process: Process;
  readonly session: Session;
}

const REFRESH_MS = 2_000;
const KINDS: readonly PlotKind[] = [
  { name: "CPU", of: ({ cpu_percent }) => cpu_percent, format: percentOf, least: 10, colour: 0 },
  { name: "Memory", of: ({ memory_bytes }) => memory_bytes, format: bytesOf, least: 1_048_576, colour: 1 },
  {
    name: "Output",
    of: ({ output_bytes_per_second }) => output_bytes_per_second,
    format: (value) => `${bytesOf(value)}/s`,
    least: 100,
    colour: 2,
  },
];

/** Its whole life. A click shows the output of that moment. */
export function Plots({ process: { status }, session }: PlotsProps): VNode {
  useEffect(() => {
    void session.refreshLife();
    if (status !== "running") return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) void session.refreshLife();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [session, status]);
  return (
    <section class="panel" aria-label="What it used over its life">
      <h2>Its life</h2>
      {KINDS.map((kind) => (
        <Plot key={kind.name} kind={kind} session={session} />
      ))}
    </section>
  );
}

function Plot({ kind, session }: { readonly kind: PlotKind; readonly session: Session }): VNode {
  const host = useRef<HTMLDivElement>(null);
  const last = session.life.value?.points.at(-1);
  const most = Math.max(0, ...(session.life.value?.points ?? []).map(kind.of));
  useSignalEffect(() => {
    // Colours are drawn, not styled: another theme needs another plot.
    if (!host.current) return undefined;
    return createPlot({ host: host.current, kind, session, isDark: isDark.value, marks: () => eventsOf(session.id) });
  });
  return (
    <figure class="plot">
      <figcaption>
        {kind.name} <b>{last ? kind.format(kind.of(last)) : "–"}</b>
        <span class="quiet"> most {kind.format(most)}</span>
      </figcaption>
      <div ref={host} aria-hidden="true" />
    </figure>
  );
}
