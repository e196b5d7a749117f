import type { VNode } from "preact";
import { useEffect, useMemo } from "preact/hooks";

import "../../styles/plots.css";
import { now } from "../../state/clock.ts";
import { processes, isListed } from "../../state/processes.ts";
import { select } from "../../state/selection.ts";
import { ProcessEvents } from "./process-events.tsx";
import { Facts } from "./facts.tsx";
import { OutputPanel } from "./output-panel.tsx";
import { Plots } from "./plots.tsx";
import { ProcessHead } from "./process-head.tsx";
import { createSession } from "./session.ts";
import { TreePanel } from "./tree-panel.tsx";

/** One that was just started may be missing from the list for so long. */
const LIST_MS = 4_000;

/** One process. Leaving the page does nothing to it. */
export function ProcessPage({ id }: { readonly id: string }): VNode {
  const process = processes.value.get(id);
  const session = useMemo(() => createSession(id), [id]);
  useEffect(() => select(id), [id]);
  const openedMs = useMemo(() => Date.now(), [id]);
  if (process === undefined)
    return (
      <p class="empty">
        {isListed.value && now.value - openedMs > LIST_MS ? "There is no such process (any more)." : "Looking…"}{" "}
        <a href="#/">All processes</a>
      </p>
    );
  return (
    <article class="process" aria-label="One process">
      <ProcessHead process={process} />
      <div class="process-body">
        <OutputPanel process={process} session={session} />
        <aside class="side" aria-label="About it" tabIndex={0}>
          <Plots process={process} session={session} />
          <TreePanel process={process} />
          <ProcessEvents id={id} session={session} />
          <Facts process={process} />
        </aside>
      </div>
    </article>
  );
}
