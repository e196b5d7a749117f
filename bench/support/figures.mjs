/**
 * A line of the result: `what` was measured, `ours` and the `baseline` of the same run (null: there is none), both in `unit`;
 * `against` says what the baseline is. `target` is one of those below, or absent.
 */
export function figure({ what, unit, ours, baseline = null, against = "", target = null }) {
  return {
    what,
    unit,
    ours,
    baseline,
    against,
    target: target?.text ?? "",
    met: target?.isMet(ours, baseline) ?? null,
  };
}

export function atMost(limit, unit) {
  return { text: `<= ${limit} ${unit}`, isMet: (ours) => ours <= limit };
}

export function atLeast(limit, unit) {
  return { text: `>= ${limit} ${unit}`, isMet: (ours) => ours >= limit };
}

/** At least `factor` times the baseline. */
export function atLeastTimes(factor) {
  return { text: `>= ${factor} ×`, isMet: (ours, baseline) => ours >= factor * baseline };
}

/** At most `factor` times the baseline, and at most `more` of the unit above it. */
export function atMostTimes(factor, more, unit) {
  return {
    text: `<= ${factor} ×, <= ${more} ${unit} more`,
    isMet: (ours, baseline) => ours <= factor * baseline && ours - baseline <= more,
  };
}

/** At most `more` of the unit above the baseline. */
export function atMostMore(more, unit) {
  return { text: `<= ${more} ${unit} more`, isMet: (ours, baseline) => ours - baseline <= more };
}

const HEAD = ["what", "ours", "baseline", "", "ratio", "target", "met"];
const NUMBERS = new Set([1, 2, 4]);

/** The figures as a Markdown table whose columns line up, so that it is read at a terminal as well. */
export function table(figures) {
  const rows = [HEAD, ...figures.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(3, ...rows.map((cells) => cells[column].length)));
  const line = (cells) => `| ${cells.map((cell, column) => pad(cell, widths[column], column)).join(" | ")} |`;
  const rule = `|${widths.map((width, column) => "-".repeat(width + 1) + (NUMBERS.has(column) ? ":" : "-")).join("|")}|`;
  return [line(HEAD), rule, ...rows.slice(1).map(line)].join("\n");
}

function cellsOf({ what, unit, ours, baseline, against, target, met }) {
  const has = baseline !== null;
  const ratio = has && baseline > 0 ? number(ours / baseline) : "";
  return [
    what,
    ours === null ? "" : amount(ours, unit),
    has ? amount(baseline, unit) : "",
    against,
    ratio,
    target,
    verdict(met),
  ];
}

function verdict(met) {
  if (met === null) return "";
  return met ? "yes" : "NO";
}

function pad(cell, width, column) {
  return NUMBERS.has(column) ? cell.padStart(width) : cell.padEnd(width);
}

function amount(value, unit) {
  return unit === "" ? number(value) : `${number(value)} ${unit}`;
}

/** Three digits that count. */
function number(value) {
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value).toLocaleString("en-US");
  if (size >= 10) return value.toFixed(1);
  return size >= 0.1 || size === 0 ? value.toFixed(2) : value.toPrecision(2);
}
