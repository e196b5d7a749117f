import { HEARTBEAT_OUTPUT_CHARS, HEARTBEAT_TICK_MS, TAIL_BYTES_PER_CHAR } from "../core/limits.ts";
import { isHeartbeatDue, omittedLine } from "../core/notify/heartbeat.ts";
import type { HeartbeatProgress } from "../core/notify/progress.ts";
import { completeUtf8Length } from "../core/output/decode.ts";
import { lastChars } from "../core/output/last-chars.ts";
import { presentText, tailText } from "../core/output/present.ts";
import type { Context, Tracked } from "./context.ts";
import { leadOf } from "./lead.ts";
import { eventBase, raise } from "./notices.ts";
import { hasEnded } from "./observe.ts";
import { outputFacts, readAll, redacted, uptimeSeconds } from "./tell.ts";

/** Tells what has been printed, again and again, of those that were started with a heartbeat. One ticker serves all. */
export function beginHeartbeats(context: Context): void {
  const stop = context.ports.clock.every(HEARTBEAT_TICK_MS, () => {
    for (const tracked of context.tracked.values()) {
      if (tracked.record.heartbeatSeconds > 0 && !hasEnded(tracked)) beat(context, tracked);
    }
  });
  context.closing.addEventListener("abort", stop, { once: true });
}

function beat(context: Context, tracked: Tracked): void {
  const { record } = tracked;
  const { heartbeat } = record.notices;
  const nowMs = context.ports.clock.wall();
  const beating = { startedAtMs: record.startedAtMs, intervalSeconds: record.heartbeatSeconds };
  if (!isHeartbeatDue(heartbeat, beating, nowMs)) return;
  const news = newOutput(context, tracked, heartbeat.cursor);
  const next: HeartbeatProgress = { ...heartbeat, lastAtMs: nowMs, cursor: news.cursor };
  if (news.output === "") remember(tracked, next);
  else tell(context, tracked, { output: news.output, heartbeat: { ...next, seq: next.seq + 1 } });
}

/** Not written: a process that prints nothing costs no write. After a restart it is looked at again at once. */
function remember(tracked: Tracked, heartbeat: HeartbeatProgress): void {
  tracked.record = { ...tracked.record, notices: { ...tracked.record.notices, heartbeat } };
}

interface Beat {
  readonly output: string;
  readonly heartbeat: HeartbeatProgress;
}

function tell(context: Context, tracked: Tracked, { output, heartbeat }: Beat): void {
  const { record } = tracked;
  raise(context, tracked, {
    event: {
      ...eventBase(tracked),
      type: "heartbeat",
      seq: heartbeat.seq,
      interval: record.heartbeatSeconds,
      elapsed: uptimeSeconds(context, record),
      output,
      startedAt: record.startedAtMs / 1000,
    },
    progress: { heartbeat },
  });
}

/** Bytes read for the output of a heartbeat. */
const READ_BYTES = HEARTBEAT_OUTPUT_CHARS * TAIL_BYTES_PER_CHAR;

/**
 * The end of the output behind `cursor`, clean and redacted, and how far it reaches: to the end of a line where there is one,
 * so that no secret is cut in two between two heartbeats.
 */
function newOutput(
  context: Context,
  tracked: Tracked,
  cursor: number,
): { readonly output: string; readonly cursor: number } {
  const { log } = tracked;
  const { head, size } = log.extent();
  const from = Math.max(head, cursor, size - READ_BYTES);
  const read = Buffer.concat([...readAll(log, from, size)].map((slice) => slice.bytes));
  const bytes = read.subarray(0, read.lastIndexOf("\n") + 1 || completeUtf8Length(read));
  const columns = tracked.record.pty?.cols;
  const clean =
    from > cursor
      ? tailText(bytes, { maxChars: HEARTBEAT_OUTPUT_CHARS, atHead: from === 0, columns })
      : presentText(bytes, { raw: false, atHead: from === 0, columns });
  const lead = from > cursor ? "" : leadOf(tracked, from, false);
  const told = redacted(context, clean, { ...outputFacts(context, tracked), lead });
  const { text, cutChars } = lastChars(told, HEARTBEAT_OUTPUT_CHARS);
  const omitted = from - cursor + cutChars;
  const shown = text.trim() === "" ? "" : text;
  return {
    output: shown !== "" && omitted > 0 ? omittedLine(omitted) + shown : shown,
    cursor: size - (read.length - bytes.length),
  };
}
