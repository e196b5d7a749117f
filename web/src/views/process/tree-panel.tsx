import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";

import { get, pathOf } from "../../api/http.ts";
import type { Process, Tree } from "../../api/types.ts";
import { TreeList } from "../parts/tree-list.tsx";

const REFRESH_MS = 3_000;

export function TreePanel({ process }: { readonly process: Process }): VNode | null {
  const { session_id: id, status, leftover_pids = [] } = process;
  const tree = useSignal<Tree | null>(null);
  const isAlive = status === "running" || leftover_pids.length > 0;
  useEffect(() => {
    if (!isAlive) return undefined;
    const look = async (): Promise<void> => {
      if (!document.hidden) tree.value = await get<Tree>(pathOf(id, "/tree")).catch(() => tree.value);
    };
    void look();
    const timer = setInterval(() => void look(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [id, isAlive]);
  if (!isAlive || tree.value === null || tree.value.processes.length === 0) return null;
  return (
    <section class="panel" aria-label="Its processes">
      <h2>Processes</h2>
      <TreeList tree={tree.value} />
    </section>
  );
}
