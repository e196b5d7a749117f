import { join } from "node:path";

import { shellQuote } from "../base/shell-quote.ts";
import { toSnakeCase } from "../base/case.ts";
import { messageOf } from "../core/errors.ts";
import {
  CALLBACK_DEADLINE_MS,
  CALLBACK_KEPT_MS,
  CALLBACK_PAUSE_MAX_MS,
  CALLBACK_PAUSE_MS,
  CALLBACK_TICK_MS,
  CALLBACKS_AT_ONCE_MAX,
} from "../core/limits.ts";
import { initialProgress } from "../core/notify/progress.ts";
import type { ProcessRecord, ProcessSpec } from "../core/record.ts";
import { secretValues } from "../core/redact/secret-name.ts";
import type { Delivery, DeliveryAction } from "../ports/callbacks.ts";
import { discard } from "./callbacks.ts";
import type { Context } from "./context.ts";
import { startSpec } from "./start.ts";
import { eventText, redacted } from "./tell.ts";

/** Where the event of an `onExit` command lies, in the directory of its process. */
const EVENT_FILE = "event.json";

/** What an earlier run has left. Before recovery, so that an ending seen once more schedules nothing twice. */
export function loadCallbacks({ ports, outgoing }: Context): void {
  for (const delivery of ports.deliveries.load()) outgoing.waiting.set(delivery.key, delivery);
}

/** Runs and posts what waits, until the registry lets go. */
export function beginCallbacks(context: Context): void {
  const { clock } = context.ports;
  context.outgoing.wake = () => queueMicrotask(() => deliverDue(context));
  const stop = clock.every(CALLBACK_TICK_MS, () => deliverDue(context));
  context.closing.addEventListener("abort", stop, { once: true });
  deliverDue(context);
}

/** The oldest of each process that is due: its events arrive in their order. */
function deliverDue(context: Context): void {
  const { outgoing, ports } = context;
  const busy = new Set([...outgoing.active].map((key) => laneOf(outgoing.waiting.get(key))));
  for (const delivery of outgoing.waiting.values()) {
    if (context.closing.aborted || outgoing.active.size >= CALLBACKS_AT_ONCE_MAX) return;
    const lane = laneOf(delivery);
    if (busy.has(lane)) continue;
    busy.add(lane);
    if (!isDue(delivery, ports.clock.wall())) continue;
    outgoing.active.add(delivery.key);
    void deliver(context, delivery)
      .catch((error: unknown) => ports.logger.warn(`The callback ${delivery.key} is in trouble: ${messageOf(error)}.`))
      .finally(() => {
        outgoing.active.delete(delivery.key);
        outgoing.wake();
      });
  }
}

/** The posts of one process go one after the other; commands wait for nobody. */
function laneOf(delivery: Delivery | undefined): string | undefined {
  return delivery?.action.kind === "post" ? delivery.processId : delivery?.key;
}

/** A clock that was set back must not make it wait for longer than the longest pause. */
function isDue({ nextAtMs }: Delivery, nowMs: number): boolean {
  return nextAtMs <= nowMs || nextAtMs - nowMs > CALLBACK_PAUSE_MAX_MS;
}

async function deliver(context: Context, delivery: Delivery): Promise<void> {
  const trouble = await attempt(context, delivery).catch(messageOf);
  if (context.closing.aborted && trouble !== null) return; // The next owner of the home tries it again.
  if (trouble === null) return discard(context, delivery.key);
  const nowMs = context.ports.clock.wall();
  if (nowMs - delivery.createdAtMs >= CALLBACK_KEPT_MS) {
    discard(context, delivery.key);
    context.ports.logger.warn(
      `The callback ${delivery.key} was given up after ${delivery.attempts + 1} attempts: ${trouble}.`,
    );
    return;
  }
  if (delivery.attempts === 0)
    context.ports.logger.warn(`The callback ${delivery.key} has failed and will be tried again: ${trouble}.`);
  const pauseMs = Math.min(CALLBACK_PAUSE_MS * 2 ** delivery.attempts, CALLBACK_PAUSE_MAX_MS);
  const next: Delivery = { ...delivery, attempts: delivery.attempts + 1, nextAtMs: nowMs + pauseMs };
  context.outgoing.waiting.set(delivery.key, next);
  context.ports.deliveries.save(next);
}

/** Null when it is done, else why it is not. */
async function attempt(context: Context, delivery: Delivery): Promise<string | null> {
  return delivery.action.kind === "post"
    ? post(context, delivery, delivery.action)
    : run(context, delivery, delivery.action);
}

/** What the command reads and the address gets: the same line as `bellhop events --json` prints. */
function bodyOf(context: Context, { eventId, event }: Delivery): string {
  return `${JSON.stringify(toSnakeCase({ eventId, event, text: eventText(context, event) }))}\n`;
}

type Of<K extends DeliveryAction["kind"]> = Extract<DeliveryAction, { kind: K }>;

async function post(context: Context, delivery: Delivery, { url, secret }: Of<"post">): Promise<string | null> {
  const { poster, clock } = context.ports;
  const body = bodyOf(context, delivery);
  const timestamp = String(Math.floor(clock.wall() / 1000));
  const headers = {
    "content-type": "application/json",
    "user-agent": "bellhop",
    "x-bellhop-event-id": delivery.eventId,
    "x-bellhop-timestamp": timestamp,
    ...(secret === "" ? {} : { "x-bellhop-signature": `sha256=${poster.sign(secret, `${timestamp}.${body}`)}` }),
  };
  const answer = await poster.post({ url, headers, body }, CALLBACK_DEADLINE_MS, context.closing);
  if ("error" in answer) return answer.error;
  // 410 Gone is final (RFC 9110, 15.5.11): nobody wants it any more.
  return (answer.status >= 200 && answer.status < 300) || answer.status === 410
    ? null
    : `the answer was ${answer.status}`;
}

/** As a process of its own: it is in the list, has a log and an exit code, and outlives us. */
async function run(context: Context, delivery: Delivery, action: Of<"command">): Promise<string | null> {
  const { store } = context.ports;
  const parent = context.tracked.get(delivery.processId);
  const spec = store.spec(delivery.processId);
  if (context.tracked.has(action.runId)) return null; // It was started just before a crash.
  if (parent === undefined || spec === null) {
    context.ports.logger.warn(`The command of ${delivery.key} was not run: ${delivery.processId} was removed before.`);
    return null;
  }
  const file = join(store.directory(action.runId), EVENT_FILE);
  const command = `exec < ${shellQuote(file)}\n${action.command}`;
  const { hook = spec, ...asked } = spec;
  await startSpec(context, {
    record: {
      ...hookRecord(context, parent.record, { ...action, env: { ...spec.env, ...hook.env } }),
      cwd: hook.cwd,
    },
    spec: {
      ...asked,
      env: hook.env,
      cwd: hook.cwd,
      pty: null,
      command,
      stdin: "null",
      watchPatterns: [],
      ready: null,
      onExit: "",
      notifyUrl: "",
      notifySecret: "",
    },
    prepare: () => store.saveText(action.runId, EVENT_FILE, bodyOf(context, delivery)),
  });
  return null;
}

/** Nobody waits for it and no sweep ends it. It runs on this host, wherever its parent ran. */
function hookRecord(
  context: Context,
  parent: ProcessRecord,
  { command, runId, env }: Of<"command"> & Pick<ProcessSpec, "env">,
): ProcessRecord {
  const { elsewhere: _, ...ofHost } = parent;
  return {
    ...ofHost,
    id: runId,
    name: "",
    command: redacted(context, command, { values: secretValues(env), force: true }),
    stdin: "null",
    startedAtMs: context.ports.clock.wall(),
    state: { phase: "starting" },
    shim: null,
    job: null,
    notifyOnComplete: false,
    persistOnRelease: true,
    watchPatterns: [],
    heartbeatSeconds: 0,
    ready: null,
    watcherInterval: 0,
    notices: initialProgress(false),
    hasCallbacks: false,
    handoffNote: "",
    pollObserved: false,
    consumed: false,
  };
}
