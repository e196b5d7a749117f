import type { VNode } from "preact";

interface SparkLineProps {
  readonly values: readonly number[];
  /** The value at the upper edge, at least; a quiet process does not look busy so. */
  readonly least: number;
}

const WIDTH = 56;
const HEIGHT = 16;
const PLACES = 40;

/** The last values as a small plot. The number stands beside it for whoever cannot see it. */
export function SparkLine({ values, least }: SparkLineProps): VNode {
  const most = Math.max(least, ...values);
  const first = PLACES - values.length;
  const points = values.map((value, at) => {
    const x = ((first + at) / (PLACES - 1)) * WIDTH;
    return `${x.toFixed(1)},${(HEIGHT - 1 - (value / most) * (HEIGHT - 2)).toFixed(1)}`;
  });
  const [start = "0", end = "0"] = [points[0]?.split(",")[0], points.at(-1)?.split(",")[0]];
  return (
    <svg class="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
      <polygon points={`${start},${HEIGHT} ${points.join(" ")} ${end},${HEIGHT}`} />
      <polyline points={points.join(" ")} />
    </svg>
  );
}
