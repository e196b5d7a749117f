import type { StartOptions } from "../core/contract.ts";
import { HEARTBEAT_MIN_SECONDS, READY_TIMEOUT_SECONDS } from "../core/limits.ts";
import { initialProgress } from "../core/notify/progress.ts";
import { NO_ROUTE } from "../core/notify/route.ts";
import type { ProcessRecord, ProcessSpec, ReadyCondition } from "../core/record.ts";
import { secretValues } from "../core/redact/secret-name.ts";
import type { Context } from "./context.ts";
import { type About, redacted } from "./tell.ts";

/** What its owner is told while it runs. */
export function noticeFields(context: Context, options: StartOptions, spec: ProcessSpec): NoticeFields {
  const { interval = 0, ...route } = options.watcher ?? {};
  const facts = storedFacts(spec);
  return {
    watchPatterns: spec.watchPatterns.map((pattern) => redacted(context, pattern, facts)),
    heartbeatSeconds: options.heartbeatSeconds ? Math.max(options.heartbeatSeconds, HEARTBEAT_MIN_SECONDS) : 0,
    ready: spec.ready === null ? null : storedReady(context, spec.ready, facts),
    readyTimeoutSeconds: options.readyTimeoutSeconds ?? READY_TIMEOUT_SECONDS,
    route: { ...NO_ROUTE, ...route },
    watcherInterval: interval,
    hasCallbacks: Boolean(options.onExit) || Boolean(options.notifyUrl),
    notices: initialProgress(options.ready !== undefined),
  };
}

/** A record holds no secret, whether or not outputs are redacted. */
export function storedFacts({ env }: ProcessSpec): About {
  return { values: secretValues(env), force: true };
}

function storedReady(context: Context, ready: ReadyCondition, facts: About): ReadyCondition {
  if ("port" in ready) return ready;
  return "http" in ready
    ? { http: redacted(context, ready.http, facts) }
    : { pattern: redacted(context, ready.pattern, facts) };
}

type NoticeFields = Pick<
  ProcessRecord,
  | "watchPatterns"
  | "heartbeatSeconds"
  | "ready"
  | "readyTimeoutSeconds"
  | "route"
  | "watcherInterval"
  | "hasCallbacks"
  | "notices"
>;
