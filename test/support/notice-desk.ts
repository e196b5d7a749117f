import { onTestFinished } from "vitest";

import { fileStore } from "../../src/adapters/store/file-store.ts";
import { openHome } from "../../src/adapters/store/layout.ts";
import { noNotices } from "../../src/adapters/store/record-file.ts";
import type { BellhopEvent, CompletionEvent, ProcessNotice } from "../../src/core/notify/event.ts";
import type { NoticeProgress } from "../../src/core/notify/progress.ts";
import { NO_ROUTE } from "../../src/core/notify/route.ts";
import type { ProcessRecord, ProcessSpec } from "../../src/core/record.ts";
import type { Clock } from "../../src/ports/clock.ts";
import type { OutputLog } from "../../src/ports/output-log.ts";
import { createBell } from "../../src/registry/bell.ts";
import type { Context, Tracked } from "../../src/registry/context.ts";
import { beginFlow, loadFlow } from "../../src/registry/flow.ts";
import { raise } from "../../src/registry/notices.ts";
import { track } from "../../src/registry/start.ts";

type Notice = Exclude<ProcessNotice, CompletionEvent>;
/** The part of an event that a test is about. */
export type NoticePart = {
  [Type in Notice["type"]]: Partial<Extract<Notice, { type: Type }>> & { readonly type: Type };
}[Notice["type"]];

/** Where events of processes are queued: a real store, with processes that need not be there. */
export interface Desk {
  readonly context: Context;
  process(fields?: Partial<ProcessRecord>): Tracked;
  raise(tracked: Tracked, part: NoticePart, progress?: Partial<NoticeProgress>): void;
  /** The waiting events, as `type session_id`. */
  waiting(): readonly string[];
  events(): readonly BellhopEvent[];
  /** As after a `kill -9`: another one over the same files. */
  next(): Desk;
}

export function noticeDesk(home: string, clock: Clock, settings: Partial<Context["settings"]> = {}): Desk {
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  const logger = { info: () => undefined, warn: () => undefined };
  const store = fileStore(openHome(home), logger, () => undefined);
  store.load();
  const context = {
    home,
    ports: { clock, store, logger, formatContext: {} },
    settings: { redactSecrets: true, surfaceSubagentEvents: false, ...settings },
    tracked: new Map(),
    bell: createBell(),
    flow: { state: loadFlow(store) },
    hushed: new Set(),
    watchers: new Set(),
    closing: closing.signal,
  } as unknown as Context;
  beginFlow(context);
  let count = 0;
  return {
    context,
    process: (fields) => {
      const record = recordOf({ id: `proc_${(++count).toString(16).padStart(12, "0")}`, ...fields });
      store.create(record, SPEC);
      const tracked = track(record, EMPTY_LOG);
      context.tracked.set(record.id, tracked);
      return tracked;
    },
    raise: (tracked, part, progress = {}) => raise(context, tracked, { event: noticeOf(tracked, part), progress }),
    waiting: () => store.queued().map(({ event }) => `${event.type} ${event.sessionId}`),
    events: () => store.queued().map(({ event }) => event),
    next: () => {
      closing.abort();
      return noticeDesk(home, clock, settings);
    },
  };
}

const EMPTY_LOG = {
  extent: () => ({ head: 0, size: 0, lostBytes: 0, lostExact: true, drained: true }),
  read: (from: number) => ({ from, bytes: Buffer.alloc(0) }),
} as unknown as OutputLog;

const SPEC: ProcessSpec = {
  command: "true",
  cwd: "/",
  env: {},
  shell: "plain",
  stdin: "null",
  pty: null,
  umask: 0o22,
  logMaxBytes: 1,
  watchPatterns: [],
  ready: null,
  onExit: "",
  notifyUrl: "",
  notifySecret: "",
};

export function recordOf(fields: Partial<ProcessRecord> & { readonly id: string }): ProcessRecord {
  return {
    version: 1,
    name: "",
    command: "true",
    cwd: "/",
    shell: "plain",
    stdin: "null",
    startedAtMs: 0,
    state: { phase: "running" },
    shim: null,
    job: null,
    taskId: "",
    ownerTaskId: "",
    sessionKey: "",
    parentSessionId: "",
    notifyOnComplete: true,
    completionOutputChars: 0,
    persistOnRelease: false,
    logMaxBytes: 1,
    ...noNotices(),
    pollObserved: false,
    consumed: false,
    ...fields,
  };
}

const CONTENTS: { readonly [Type in Notice["type"]]: object } = {
  watch_match: { pattern: "x", output: "x\n", suppressed: 0 },
  watch_disabled: { suppressed: 3, message: "given up" },
  heartbeat: { seq: 1, interval: 60, elapsed: 60, output: "x\n", startedAt: 1 },
  ready: { condition: "port 1", elapsed: 1, output: "", startedAt: 1, ports: [1] },
  not_ready: { condition: "port 1", why: "timeout", message: "no", elapsed: 1, output: "", startedAt: 1 },
  awaiting_input: { inputClass: "line", prompt: "? ", elapsed: 1, startedAt: 1 },
};

/** A whole event of a process. */
export function noticeOf({ record }: Pick<Tracked, "record">, part: NoticePart): Notice {
  const { id: sessionId, sessionKey, taskId, ownerTaskId, command } = record;
  const owner = { sessionId, sessionKey, taskId, ownerTaskId, command };
  return { ...owner, ...NO_ROUTE, ...CONTENTS[part.type], ...part } as Notice;
}
