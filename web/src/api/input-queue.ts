import { ApiError, messageOf, pathOf, post } from "./http.ts";

interface Written {
  readonly bytes_written?: number;
  readonly reason?: string;
  readonly error?: string;
}

/** How long to wait when the program does not read. */
const FULL_PAUSE_MS = 200;

/** What a person types, in its order: one request at a time, and all that was typed meanwhile in the next one. */
export class InputQueue {
  readonly #path: string;
  readonly #failed: (sentence: string) => void;
  #waiting = "";
  #isSending = false;

  constructor(id: string, failed: (sentence: string) => void) {
    this.#path = pathOf(id, "/write");
    this.#failed = failed;
  }

  type(text: string): void {
    this.#waiting += text;
    if (!this.#isSending) void this.#send();
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    try {
      while (this.#waiting !== "") {
        const text = this.#waiting;
        this.#waiting = "";
        await this.#write(text);
      }
    } catch (error) {
      this.#waiting = ""; // What came behind it would stand in the wrong place.
      this.#failed(`Not typed: ${messageOf(error)}`);
    } finally {
      this.#isSending = false;
    }
  }

  async #write(text: string): Promise<void> {
    const bytes = new TextEncoder().encode(text);
    for (let sent = 0; sent < bytes.length;) {
      const body = sent === 0 ? { data: text } : { data_base64: base64Of(bytes.subarray(sent)) };
      const { bytes_written = 0, reason, error } = await post<Written>(this.#path, body).catch(partOf);
      sent += bytes_written;
      if (sent >= bytes.length) return;
      if (reason !== "full") throw new Error(error ?? "The program reads no more.");
      await new Promise((resolve) => setTimeout(resolve, FULL_PAUSE_MS));
    }
  }
}

/** An input that is full is refused, and the refusal tells how much of it was taken. */
function partOf(error: unknown): Written {
  if (error instanceof ApiError && error.status === 409) return error.answer ?? {};
  throw error;
}

function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(""));
}
