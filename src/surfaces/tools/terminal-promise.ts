import type { AskedNotices } from "./terminal-notices.ts";
import type { ToolCaller } from "./tool.ts";

/** What is set on the process, and what the caller is told of it (behaviour 10.4). */
export interface NoticePromise {
  readonly notifyOnComplete: boolean;
  readonly watchPatterns: readonly string[];
  readonly heartbeatSeconds: number;
  /** Fields of the answer. */
  readonly told: Readonly<Record<string, unknown>>;
}

/**
 * Who cannot be told is promised nothing. A process of a subagent is told of to the agent above it, so that only the
 * promise is withdrawn.
 */
export function promiseOf(asked: AskedNotices, caller: ToolCaller): NoticePromise {
  if (caller.canReceiveEvents === false) return unsupported(asked);
  return caller.isSubagent === true && asked.notify ? ofSubagent(asked) : kept(asked);
}

function kept({ notify, watchPatterns, heartbeatSeconds }: AskedNotices): NoticePromise {
  const told = notify ? { notify_on_complete: true } : {};
  return { notifyOnComplete: notify, watchPatterns, heartbeatSeconds, told };
}

function unsupported({ notify, watchPatterns, heartbeatSeconds }: AskedNotices): NoticePromise {
  const isAsked = notify || watchPatterns.length > 0;
  const told = isAsked
    ? { notify_on_complete: false, notify_unsupported: NOTIFY_UNSUPPORTED, ...heartbeatIgnored(heartbeatSeconds) }
    : {};
  return { notifyOnComplete: false, watchPatterns: [], heartbeatSeconds: 0, told };
}

function ofSubagent({ watchPatterns, heartbeatSeconds }: AskedNotices): NoticePromise {
  const told = { notify_on_complete: false, subagent_note: SUBAGENT, ...heartbeatIgnored(heartbeatSeconds) };
  return { notifyOnComplete: true, watchPatterns, heartbeatSeconds: 0, told };
}

function heartbeatIgnored(seconds: number): object {
  return seconds > 0 ? { heartbeat_ignored: HEARTBEAT_IGNORED } : {};
}

const NOTIFY_UNSUPPORTED =
  "Nobody will be told of this process: this session ends with its answer and cannot receive anything later. Wait for it with process_manage (action wait) before you answer, or poll it.";

const SUBAGENT =
  "You will not be told when it ends: what happens after your turn is told to the agent that you work for. Wait for it with process_manage (action wait) if you need its result, and end it if nobody does.";

const HEARTBEAT_IGNORED = "No heartbeat was set, since it could not be delivered to you.";
