import type { ServerResponse } from "node:http";

import { toSnakeCase } from "../../base/case.ts";
import { WEB_STREAM_OUTPUTS_MAX, WEB_STREAMS_MAX } from "../../core/limits.ts";
import { messageOf } from "../../core/errors.ts";
import type { Bellhop } from "../../core/contract.ts";
import type { Clock } from "../../ports/clock.ts";
import { HttpError } from "./answer.ts";
import { EventStream } from "./event-stream.ts";
import { Feed, lined, listed } from "./list-feed.ts";

/** `ID:CURSOR`, and `:live` behind it for what a person types into. */
const OUTPUT = /^(?<id>[^:]{1,80}):(?<from>\d{1,16})(?<live>:live)?$/;

interface Output {
  readonly id: string;
  readonly from: number;
  readonly live: boolean;
}

/**
 * Pushes what changes: `list` and `events` with `processes=1` and `events=1` (the whole at first, then differences, as one
 * who reads slowly can take them; `usage=0` leaves out what they use, for a page that is not looked at), `output` for each `output=ID:CURSOR[:live]`, and `output_end` behind its last.
 */
export class Streams {
  readonly #bellhop: Bellhop;
  readonly #clock: Clock;
  readonly #open = new Set<EventStream>();
  readonly #list: Feed;
  readonly #plainList: Feed;
  readonly #events: Feed;

  constructor(bellhop: Bellhop, clock: Clock) {
    this.#bellhop = bellhop;
    this.#clock = clock;
    this.#list = new Feed(clock, () => listed(bellhop, true));
    this.#plainList = new Feed(clock, () => listed(bellhop, false));
    this.#events = new Feed(clock, () => lined(bellhop));
  }

  /** Resolves when the page has gone. */
  async serve(response: ServerResponse, query: URLSearchParams): Promise<void> {
    const outputs = outputsOf(query);
    if (this.#open.size >= WEB_STREAMS_MAX)
      throw new HttpError(429, `${WEB_STREAMS_MAX} streams are open; close a page.`);
    const list = query.get("usage") === "0" ? this.#plainList : this.#list;
    const stream = new EventStream(response, this.#clock);
    this.#open.add(stream);
    const sources = [
      ...(query.get("processes") === "1" ? [this.#feed(stream, "list", list)] : []),
      ...(query.get("events") === "1" ? [this.#feed(stream, "events", this.#events)] : []),
      ...outputs.map((output) => this.#output(stream, output)),
    ];
    await Promise.all(sources).finally(() => {
      this.#open.delete(stream);
      stream.end();
    });
  }

  close(): void {
    for (const stream of this.#open) stream.end();
  }

  async #feed(stream: EventStream, name: string, feed: Feed): Promise<void> {
    for await (const change of feed.changes(stream.gone)) await stream.send(name, change);
  }

  async #output(stream: EventStream, { id, from, live }: Output): Promise<void> {
    try {
      const chunks = this.#bellhop.follow(id, { from, live, raw: true, signal: stream.gone });
      for await (const chunk of chunks) await stream.send("output", { id, ...(toSnakeCase(chunk) as object) });
      await stream.send("output_end", { id });
    } catch (error) {
      await stream.send("output_end", { id, error: messageOf(error) });
    }
  }
}

function outputsOf(query: URLSearchParams): readonly Output[] {
  const wanted = query.getAll("output");
  if (wanted.length > WEB_STREAM_OUTPUTS_MAX)
    throw new HttpError(400, `A stream carries the output of at most ${WEB_STREAM_OUTPUTS_MAX} processes.`);
  return wanted.map((text) => {
    const { id, from, live } = OUTPUT.exec(text)?.groups ?? {};
    if (id === undefined || from === undefined) throw new HttpError(400, "output must be ID:CURSOR or ID:CURSOR:live.");
    return { id, from: Number(from), live: live !== undefined };
  });
}
