import type { VNode } from "preact";

import type { PastEvent } from "../../api/types.ts";
import { plain, TURNS } from "../../format/plain.ts";
import { durationOf, momentOf, msOf } from "../../format/time.ts";
import { processes } from "../../state/processes.ts";
import { hrefOf } from "../../state/route.ts";

/** How a text for a model begins. */
const OPENING = /^\[(?:IMPORTANT: )?/;

export function EventItem({ past }: { readonly past: PastEvent }): VNode {
  const { event, text, queued_at, taken_at } = past;
  const isWaiting = taken_at === undefined;
  return (
    <li class={`event is-${toneOf(past)} ${isWaiting ? "is-waiting" : ""}`}>
      <time dateTime={queued_at}>{momentOf(msOf(queued_at))}</time>
      <div class="event-body">
        <p class="event-head">
          <span class="event-type">{event.type.replaceAll("_", " ")}</span> <Whose past={past} />
          <span class="event-fate">{fateOf(past)}</span>
        </p>
        <details>
          <summary>{plain(firstLineOf(text))}</summary>
          <pre tabIndex={0}>{text.replace(TURNS, "·")}</pre>
        </details>
      </div>
    </li>
  );
}

function Whose({ past: { event } }: { readonly past: PastEvent }): VNode {
  const { session_id = "", command = "", owner_task_id = "", session_key = "" } = event;
  const known = processes.value.get(session_id);
  return (
    <>
      {session_id !== "" && <a href={hrefOf(session_id)}>{plain(known?.name ?? command) || session_id}</a>}
      {(owner_task_id || session_key) !== "" && (
        <span class="quiet"> for {plain([owner_task_id, session_key].filter((one) => one !== "").join(", "))}</span>
      )}
    </>
  );
}

/** An empty moment: it was taken while nobody looked. */
function fateOf({ queued_at, taken_at }: PastEvent): string {
  if (taken_at === undefined) return "waiting";
  if (taken_at === "") return "taken";
  const seconds = (msOf(taken_at) - msOf(queued_at)) / 1_000;
  return seconds < 1 ? "taken at once" : `taken after ${durationOf(seconds)}`;
}

function toneOf({ event }: PastEvent): string {
  if (event.type === "completion") return event.exit_code === 0 ? "done" : "failed";
  if (event.type === "not_ready" || event.type === "watch_disabled") return "failed";
  return event.type === "awaiting_input" ? "stopped" : "running";
}

function firstLineOf(text: string): string {
  return (text.split("\n").find((line) => line.trim() !== "") ?? "").replace(OPENING, "");
}
