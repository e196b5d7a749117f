import type { VNode } from "preact";

import { momentOf, msOf } from "../../format/time.ts";
import { eventsOf } from "../../state/events.ts";
import type { Session } from "./session.ts";

interface ProcessEventsProps {
  readonly id: string;
  readonly session: Session;
}

export function ProcessEvents({ id, session }: ProcessEventsProps): VNode | null {
  const events = eventsOf(id);
  if (events.length === 0) return null;
  return (
    <section class="panel" aria-label="Its events">
      <h2>Events</h2>
      <ul class="marks">
        {events.map(({ event_id, event, queued_at, taken_at }) => (
          <li key={event_id}>
            <button
              type="button"
              title="Show the output of that moment"
              onClick={() => session.showMoment(msOf(queued_at))}
            >
              <span class="mark" aria-hidden="true" />
              {event.type.replaceAll("_", " ")}
            </button>
            <span class="quiet">
              {momentOf(msOf(queued_at))} · {taken_at === undefined ? "waiting" : "taken"}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
