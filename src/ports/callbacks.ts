import type { BellhopEvent } from "../core/notify/event.ts";

/** Something that must still be done because of an event. It is kept until it is done. */
export interface Delivery {
  /** Unique, and in the order of the events. */
  readonly key: string;
  readonly eventId: string;
  /** The process that the event is about. */
  readonly processId: string;
  readonly event: BellhopEvent;
  readonly action: DeliveryAction;
  /** Wall clock. */
  readonly createdAtMs: number;
  readonly attempts: number;
  /** Wall clock; not before. */
  readonly nextAtMs: number;
}

export type DeliveryAction =
  /** Run the command as the process `runId`: an id that is there already has been started. */
  | { readonly kind: "command"; readonly command: string; readonly runId: string }
  | { readonly kind: "post"; readonly url: string; readonly secret: string };

/** Deliveries on the disk. Calls are synchronous. */
export interface DeliveryStore {
  /** What an earlier run has left, oldest first; what cannot be read is set aside and left out. */
  load(): readonly Delivery[];
  /** Where the disk has no room it lives in memory only, and that is said in the log. */
  save(delivery: Delivery): void;
  remove(key: string): void;
}

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Posts over HTTP. */
export interface Poster {
  /** The status of the answer, or why there was none. Never rejects. Redirects are not followed. */
  post(
    post: Post,
    deadlineMs: number,
    signal: AbortSignal,
  ): Promise<{ readonly status: number } | { readonly error: string }>;
  /** HMAC-SHA256 in hexadecimal digits. */
  sign(secret: string, text: string): string;
}
