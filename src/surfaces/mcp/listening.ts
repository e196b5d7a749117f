import { isObject } from "../../base/json.ts";

export interface Listening {
  readonly id: string | number;
  readonly uris: readonly string[];
}

/** What a message `subscriptions/listen` (2026-07-28) wants to hear of; undefined for any other message. The SDK answers it. */
export function listeningOf(message: unknown): Listening | undefined {
  if (!isObject(message) || message["method"] !== "subscriptions/listen" || !isObject(message["params"]))
    return undefined;
  const { id, params } = message;
  const filter = params["notifications"];
  const uris = isObject(filter) ? filter["resourceSubscriptions"] : undefined;
  if ((typeof id !== "string" && typeof id !== "number") || !Array.isArray(uris)) return undefined;
  return { id, uris: uris.filter((uri) => typeof uri === "string") };
}

/** The request that a message takes back; undefined for any other message. */
export function cancelledBy(message: unknown): string | number | undefined {
  if (!isObject(message) || message["method"] !== "notifications/cancelled" || !isObject(message["params"]))
    return undefined;
  const id = message["params"]["requestId"];
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}
