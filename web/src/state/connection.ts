import { signal } from "@preact/signals";

import { ApiError } from "../api/http.ts";
import { serverEvents } from "../api/server-events.ts";
import { applyEvents } from "./events.ts";
import { isNotifying } from "./notify.ts";
import { applyList } from "./processes.ts";
import type { Change, PastEvent, Process } from "../api/types.ts";

/** `signed_out`: this browser has no cookie (any more) that the daemon knows. */
export type ConnectionState = "connecting" | "open" | "lost" | "signed_out";

export const connection = signal<ConnectionState>("connecting");

const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 5_000;

/** Keeps what is shown as it is in the daemon, for as long as the page lives. */
export async function stayConnected(): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; ;) {
    await untilWanted();
    const looking = new AbortController();
    const look = (): void => looking.abort();
    // A page that is not looked at needs less, or nothing: begin again with what it needs now.
    document.addEventListener("visibilitychange", look, { once: true });
    try {
      for await (const { event, data } of serverEvents(path(), looking.signal)) {
        take(event, data);
        pauseMs = FIRST_PAUSE_MS;
      }
      connection.value = "lost";
    } catch (error) {
      if (looking.signal.aborted) continue;
      connection.value = error instanceof ApiError && error.status === 401 ? "signed_out" : "lost";
    } finally {
      document.removeEventListener("visibilitychange", look);
      isWhole = { list: true, events: true };
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
  }
}

/** The first of each kind on a new connection is the whole. */
let isWhole = { list: true, events: true };

function take(event: string, data: unknown): void {
  if (event === "list") {
    applyList(data as Change<Process>, isWhole.list);
    isWhole.list = false;
  } else if (event === "events") {
    applyEvents(data as Change<PastEvent>, isWhole.events);
    isWhole.events = false;
  }
  connection.value = "open";
}

function path(): string {
  return `/api/stream?processes=1&events=1${document.hidden ? "&usage=0" : ""}`;
}

/** Until somebody looks; at once when they want to be told of endings while they look at something else. */
function untilWanted(): Promise<void> {
  if (!document.hidden || isNotifying.value) return Promise.resolve();
  return new Promise((resolve) => document.addEventListener("visibilitychange", () => resolve(), { once: true }));
}
