import { type Signal, signal } from "@preact/signals";

import { get, pathOf } from "../../api/http.ts";
import type { Life } from "../../api/types.ts";
import { msOf } from "../../format/time.ts";

/** What the parts of a process' page tell each other. */
export interface Session {
  readonly id: string;
  readonly life: Signal<Life | null>;
  /** Where the output is to be shown: set by a plot or an event, and carried out by the output. */
  readonly wantedCursor: Signal<number | null>;
  refreshLife(): Promise<void>;
  /** Shows the output of that moment. */
  showMoment(ms: number): void;
}

export function createSession(id: string): Session {
  const life = signal<Life | null>(null);
  const wantedCursor = signal<number | null>(null);
  return {
    id,
    life,
    wantedCursor,
    refreshLife: async () => {
      life.value = await get<Life>(pathOf(id, "/usage")).catch(() => life.value);
    },
    showMoment: (ms) => {
      wantedCursor.value = null;
      wantedCursor.value = bytesUntil(life.value, ms);
    },
  };
}

/** How much it had printed by then: its rates over time, added up. */
function bytesUntil(life: Life | null, ms: number): number {
  let bytes = 0;
  let fromMs = life === null ? 0 : msOf(life.started_at);
  for (const { at, output_bytes_per_second } of life?.points ?? []) {
    const untilMs = Math.min(msOf(at), ms);
    if (untilMs <= fromMs) break;
    bytes += ((untilMs - fromMs) / 1_000) * output_bytes_per_second;
    fromMs = untilMs;
  }
  return Math.floor(bytes);
}
