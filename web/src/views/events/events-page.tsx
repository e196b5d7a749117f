import type { VNode } from "preact";
import { useSignal } from "@preact/signals";

import { countOf } from "../../format/amount.ts";
import { events, pendingCount } from "../../state/events.ts";
import { EventItem } from "./event-item.tsx";

const PAGE = 100;

/** What was told of, to whom, and what still waits to be taken. */
export function EventsPage(): VNode {
  const type = useSignal("");
  const isPendingOnly = useSignal(false);
  const most = useSignal(PAGE);
  const types = [...new Set(events.value.map(({ event }) => event.type))].toSorted();
  const fitting = events.value.filter(
    ({ event, taken_at }) =>
      (type.value === "" || event.type === type.value) && (!isPendingOnly.value || taken_at === undefined),
  );
  return (
    <section class="events" aria-label="Events">
      <header class="page-head">
        <h1>Events</h1>
        <p class="quiet">{countOf(pendingCount.value, "event")} waiting. Looking here takes none from its owner.</p>
        <label class="choice">
          <span class="unseen">Type</span>
          <select value={type.value} onChange={({ currentTarget }) => (type.value = currentTarget.value)}>
            <option value="">Any type</option>
            {types.map((one) => (
              <option key={one} value={one}>
                {one.replaceAll("_", " ")}
              </option>
            ))}
          </select>
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={isPendingOnly.value}
            onChange={({ currentTarget }) => (isPendingOnly.value = currentTarget.checked)}
          />
          Waiting only
        </label>
      </header>
      <ol class="timeline">
        {fitting.slice(0, most.value).map((one) => (
          <EventItem key={one.event_id} past={one} />
        ))}
      </ol>
      {fitting.length === 0 && (
        <p class="empty">No event{events.value.length > 0 ? " fits" : " since the daemon began"}.</p>
      )}
      {fitting.length > most.value && (
        <button class="button" type="button" onClick={() => (most.value += PAGE)}>
          Show more
        </button>
      )}
    </section>
  );
}
