import type { VNode } from "preact";

import { openDialog } from "../../state/dialogs.ts";
import { clearFilter, isFiltered, shown } from "../../state/filter.ts";
import { isListed } from "../../state/processes.ts";
import { FilterBar } from "./filter-bar.tsx";
import { ProcessGrid } from "./process-grid.tsx";

export function ListPage(): VNode {
  return (
    <section class="list" aria-label="Processes">
      <h1 class="unseen">Processes</h1>
      <FilterBar />
      {shown.value.length > 0 ? <ProcessGrid rows={shown.value} /> : <Nothing />}
    </section>
  );
}

function Nothing(): VNode {
  if (!isListed.value) return <p class="empty">Looking…</p>;
  if (isFiltered.value)
    return (
      <p class="empty">
        No process fits.{" "}
        <button class="link" type="button" onClick={clearFilter}>
          Show all
        </button>
      </p>
    );
  return (
    <p class="empty">
      Nothing runs, and nothing has run lately.{" "}
      <button class="link" type="button" onClick={() => openDialog({ kind: "start" })}>
        Start a command
      </button>
    </p>
  );
}
