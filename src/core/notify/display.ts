import { type LooseEvent, textOf } from "./loose.ts";

/** How a surface for people shows an event; the first three are the original's. `hidden`: only its title, if at all. */
export type DisplayKind = "hidden" | "process_complete" | "async_delegation_complete" | "process_notice";

/** The kind of an event's row. A sign of life is no news for a person. */
export function displayKind(event: LooseEvent): DisplayKind {
  switch (textOf(event.type, "completion")) {
    case "heartbeat":
      return "hidden";
    case "completion":
      return "process_complete";
    case "async_delegation":
      return "async_delegation_complete";
    default:
      return "process_notice";
  }
}
