import { effect } from "@preact/signals";
import UPlot from "uplot";
import "uplot/dist/uPlot.min.css";

import type { Life, PastEvent, UsageMoment } from "../../api/types.ts";
import { msOf } from "../../format/time.ts";
import type { Session } from "./session.ts";

export interface PlotKind {
  readonly name: string;
  readonly of: (moment: UsageMoment) => number;
  readonly format: (value: number) => string;
  /** The upper edge is at least there. */
  readonly least: number;
  readonly colour: 0 | 1 | 2;
}

interface PlotOptions {
  readonly host: HTMLElement;
  readonly kind: PlotKind;
  readonly session: Session;
  readonly isDark: boolean;
  readonly marks: () => readonly PastEvent[];
}

const HEIGHT_PX = 84;
const AXIS_PX = 52;
const COLOURS = {
  dark: { lines: ["#5eead4", "#86b6f5", "#e3c27a"], text: "#8f9bab", grid: "#1e2630", mark: "#c9a4ec" },
  light: { lines: ["#0f766e", "#1d5fb8", "#946800"], text: "#5b6470", grid: "#e6e8ea", mark: "#8035b0" },
} as const;

/** Draws one of its plots and keeps it up to date. Answers what takes it away. */
export function createPlot({ host, kind, session, isDark, marks }: PlotOptions): () => void {
  const colours = isDark ? COLOURS.dark : COLOURS.light;
  const line = colours.lines[kind.colour];
  const axis = { stroke: colours.text, grid: { stroke: colours.grid, width: 1 }, ticks: { show: false } };
  const font = "11px system-ui, sans-serif";
  const plot = new UPlot(
    {
      width: host.clientWidth || 300,
      height: HEIGHT_PX,
      legend: { show: false },
      cursor: { sync: { key: session.id }, drag: { x: false, y: false }, y: false },
      scales: { y: { range: (_, __, most) => [0, Math.max(kind.least, most * 1.1)] } },
      axes: [
        { ...axis, font, size: 22, space: 70 },
        {
          ...axis,
          font,
          size: AXIS_PX,
          splits: ({ scales }) => [scales["y"]?.min ?? 0, scales["y"]?.max ?? 0],
          values: (_, values) => values.map(kind.format),
        },
      ],
      series: [{}, { stroke: line, fill: `${line}26`, width: 1.5, points: { show: false } }],
      hooks: { draw: [(drawn) => drawMarks(drawn, marks(), colours.mark)] },
    },
    dataOf(session.life.peek(), kind),
    host,
  );
  plot.over.addEventListener("click", () => {
    const seconds = plot.posToVal(plot.cursor.left ?? 0, "x");
    session.showMoment(seconds * 1_000);
  });
  const observer = new ResizeObserver(() => plot.setSize({ width: host.clientWidth, height: HEIGHT_PX }));
  observer.observe(host);
  const stop = effect(() => {
    marks(); // A new event is drawn, too.
    plot.setData(dataOf(session.life.value, kind));
  });
  return () => {
    stop();
    observer.disconnect();
    plot.destroy();
  };
}

function dataOf(life: Life | null, kind: PlotKind): UPlot.AlignedData {
  const points = life?.points ?? [];
  const start = life === null ? [] : [msOf(life.started_at) / 1_000];
  return [
    [...start, ...points.map(({ at }) => msOf(at) / 1_000)],
    [...start.map(() => (kind.name === "Memory" ? null : 0)), ...points.map(kind.of)],
  ];
}

/** Its events, where they happened. */
function drawMarks({ ctx, bbox, valToPos }: UPlot, marks: readonly PastEvent[], colour: string): void {
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.fillStyle = colour;
  ctx.setLineDash([3, 3]);
  for (const { queued_at } of marks) {
    const x = Math.round(valToPos(msOf(queued_at) / 1_000, "x", true));
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.beginPath();
    ctx.moveTo(x - 4, bbox.top);
    ctx.lineTo(x + 4, bbox.top);
    ctx.lineTo(x, bbox.top + 6);
    ctx.fill();
  }
  ctx.restore();
}
