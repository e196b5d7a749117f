import { createHmac } from "node:crypto";

import { messageOf } from "../../core/errors.ts";
import type { Poster } from "../../ports/callbacks.ts";

/** Posts with the `fetch` of Node. */
export const httpPoster: Poster = {
  post: async ({ url, headers, body }, deadlineMs, signal) => {
    try {
      const over = AbortSignal.any([AbortSignal.timeout(deadlineMs), signal]);
      const answer = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal: over });
      await answer.body?.cancel();
      return { status: answer.status };
    } catch (error) {
      return { error: reasonOf(error) };
    }
  },
  sign: (secret, text) => createHmac("sha256", secret).update(text).digest("hex"),
};

/** `fetch` says no more than "fetch failed"; the reason is its cause. */
function reasonOf(error: unknown): string {
  return error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : messageOf(error);
}
