import type { EventRoute } from "./event.ts";

/** Of a process that was not started from a chat. */
export const NO_ROUTE: EventRoute = { platform: "", chatId: "", userId: "", userName: "", threadId: "", messageId: "" };
