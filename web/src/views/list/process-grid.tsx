import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

import type { Process } from "../../api/types.ts";
import { moves, selectedId } from "../../state/selection.ts";
import { isNarrow } from "../../state/settings.ts";
import { ProcessRow } from "./process-row.tsx";

const ROW_PX = 44;
const NARROW_ROW_PX = 92;
/** Rows beyond the edges, so that a quick scroll meets none that is empty. */
const SPARE_ROWS = 8;
const COLUMNS = ["Process", "State", "Owner", "Age", "Ports", "CPU", "Memory", "Output", "Last line"] as const;

/** Only the rows that can be seen are in the document: a thousand processes are as quick as ten. */
export function ProcessGrid({ rows }: { readonly rows: readonly Process[] }): VNode {
  const view = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = useSignal(800);
  const rowPx = isNarrow.value ? NARROW_ROW_PX : ROW_PX;
  useEffect(() => observeHeight(view.current, (px) => (height.value = px)), [height]);
  const selected = rows.findIndex(({ session_id }) => session_id === selectedId.value);
  useLayoutEffect(() => {
    if (selected >= 0) bringIntoView(view.current, selected * rowPx, rowPx);
  }, [selectedId.value, moves.value, rowPx]);
  const first = Math.max(0, Math.floor(top.value / rowPx) - SPARE_ROWS);
  const last = Math.min(rows.length, Math.ceil((top.value + height.value) / rowPx) + SPARE_ROWS);
  return (
    <div
      class="grid"
      role="grid"
      id="grid"
      aria-label="Processes"
      aria-rowcount={rows.length + 1}
      aria-colcount={COLUMNS.length}
      tabIndex={0}
      aria-activedescendant={selected >= first && selected < last ? rowId(selectedId.value) : undefined}
      ref={view}
      onScroll={({ currentTarget }) => (top.value = currentTarget.scrollTop)}
    >
      <div class="grid-head" role="row" aria-rowindex={1}>
        {COLUMNS.map((name) => (
          <span key={name} role="columnheader" class={`cell-${name.toLowerCase().replace(" ", "-")}`}>
            {name}
          </span>
        ))}
      </div>
      <div class="grid-body" role="rowgroup" style={{ height: `${rows.length * rowPx}px` }}>
        {rows.slice(first, last).map((process, at) => (
          <ProcessRow
            key={process.session_id}
            id={rowId(process.session_id)}
            process={process}
            index={first + at}
            topPx={(first + at) * rowPx}
            isSelected={process.session_id === selectedId.value}
          />
        ))}
      </div>
    </div>
  );
}

function rowId(id: string): string {
  return `row-${id}`;
}

function observeHeight(element: HTMLElement | null, tell: (px: number) => void): (() => void) | undefined {
  if (!element) return undefined;
  const observer = new ResizeObserver(() => tell(element.clientHeight));
  observer.observe(element);
  return () => observer.disconnect();
}

const HEAD_PX = 32;

function bringIntoView(view: HTMLElement | null, topPx: number, rowPx: number): void {
  if (!view) return;
  const head = isNarrow.value ? 0 : HEAD_PX;
  if (topPx < view.scrollTop) view.scrollTop = topPx;
  else if (topPx + rowPx > view.scrollTop + view.clientHeight - head)
    view.scrollTop = topPx + rowPx - view.clientHeight + head;
}
