import { ApiError, sentenceOf } from "./http.ts";

export interface ServerEvent {
  readonly event: string;
  readonly data: unknown;
}

/** The daemon says that it is alive every 15 s; after so long a silence the connection is dead. */
const SILENCE_MS = 40_000;

/**
 * Server-sent events (HTML Standard, 9.2) until the stream ends; throws when it breaks. Not by EventSource: that one reads
 * as fast as it can, while this reads on only when the last event was worked off, so a torrent of output waits in the daemon.
 * It also tells the status of a refusal, and can begin again somewhere else.
 */
export async function* serverEvents(path: string, signal: AbortSignal): AsyncGenerator<ServerEvent> {
  const silent = new AbortController();
  const response = await fetch(path, {
    signal: AbortSignal.any([signal, silent.signal]),
    headers: { Accept: "text/event-stream" },
  });
  if (!response.ok || response.body === null) throw await refusalOf(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const timer = setTimeout(() => silent.abort(), SILENCE_MS);
      const { value, done } = await reader.read().finally(() => clearTimeout(timer));
      if (done) return;
      const blocks = (rest + value).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) yield* eventOf(block);
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/** Comments and the wish for a pause are no events. */
function* eventOf(block: string): Generator<ServerEvent> {
  const [, event] = /^event: (.*)$/m.exec(block) ?? [];
  const [, data] = /^data: (.*)$/m.exec(block) ?? [];
  if (event !== undefined && data !== undefined) yield { event, data: JSON.parse(data) as unknown };
}

async function refusalOf(response: Response): Promise<ApiError> {
  const answer: unknown = await response.json().catch(() => null);
  return new ApiError(response.status, sentenceOf(answer) ?? `It answered ${response.status}.`);
}
