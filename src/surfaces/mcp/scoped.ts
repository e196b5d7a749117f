import type { Bellhop, StartOptions } from "../../core/contract.ts";
import { BellhopError, isBellhopError } from "../../core/errors.ts";
import type { ListEntry, NotFound, StartedProcess } from "../../core/results.ts";
import { judgeCommand } from "../../core/shell/allow.ts";
import { OwnProcesses } from "../tools/own-processes.ts";
import { callerOf, isOwnEvent, type McpOptions } from "./options.ts";

/**
 * Bellhop as one caller may use it: only its own processes are there (or all of them, for an operator), what it starts is its
 * own, and only commands that the rules let through are started. What is not its own answers like what does not exist.
 */
export function scoped(bellhop: Bellhop, options: McpOptions): Bellhop {
  const own = new OwnProcesses(bellhop, callerOf(options));
  const asker = { sessionKey: options.sessionKey, ...(options.ownerTaskId && { ownerTaskId: options.ownerTaskId }) };
  const on: On = async (id, run) => {
    const found = await own.find(id);
    return found === null ? notFound(id) : run(found);
  };
  // A conversation is what the queue is asked by; for a task as well, all of it is looked through.
  const route = options.ownerTaskId ? { ownsEvent: () => true } : { sessionKey: options.sessionKey };
  return {
    start: (starting) => start({ bellhop, own, options }, starting),
    poll: (id) => on(id, (found) => bellhop.poll(found)),
    log: (id, reading) => on(id, (found) => bellhop.log(found, reading)),
    wait: (id, waiting) => on(id, (found) => bellhop.wait(found, waiting)),
    waitMany: async (ids, waiting) => {
      const found = await Promise.all(ids.map((id) => own.find(id)));
      const missing = ids.find((_, place) => found[place] === null);
      if (missing === undefined)
        return bellhop.waitMany(
          found.filter((id) => id !== null),
          waiting,
        );
      return { ...notFound(missing), results: [], running: [] };
    },
    kill: (id, killing) => on(id, (found) => bellhop.kill(found, { asker, ...killing })),
    list: (filter) => (filter?.includeRetained === false ? running(own) : own.list()),
    get: async (id) => {
      const found = await own.find(id);
      return found === null ? null : bellhop.get(found);
    },
    async *follow(id, following) {
      const found = await own.find(id);
      if (found === null) throw new BellhopError("not_found", notFound(id).error);
      yield* bellhop.follow(found, following);
    },
    restart: (id) => on(id, (found) => restart({ bellhop, own, options }, found)),
    remove: (id) => on(id, (found) => bellhop.remove(found)),
    pending: async (filter) =>
      (await bellhop.pending({ ...filter, ...route })).filter(({ event }) => isOwnEvent(event, options)),
    eventHistory: async (filter) =>
      (await bellhop.eventHistory({ ...filter, ...route })).filter(({ event }) => isOwnEvent(event, options)),
    drain: () => Promise.reject(new BellhopError("invalid_argument", "Events come with the answers of the tools.")),
    async *events(filter) {
      const narrow = options.ownerTaskId ? {} : { sessionKey: options.sessionKey };
      for await (const told of bellhop.events({ ...filter, ...narrow }))
        if (isOwnEvent(told.event, options)) yield told;
    },
    acknowledge: (eventIds) => bellhop.acknowledge(eventIds),
    post: (event) => bellhop.post(event),
    isWaiting: async (id) => (await own.find(id)) !== null && bellhop.isWaiting(id),
    isCompletionConsumed: async (id) => (await own.find(id)) !== null && bellhop.isCompletionConsumed(id),
    waitForPendingCompletions: (pending) => bellhop.waitForPendingCompletions(pending),
    unreadCompletionsOwnedBy: (task) =>
      task === options.ownerTaskId ? bellhop.unreadCompletionsOwnedBy(task) : none(),
    hasActiveForSession: (_, maxAge) => bellhop.hasActiveForSession(options.sessionKey, maxAge),
    ...beside(bellhop, on),
    ...ownership({ bellhop, own, options }),
    takeWatchers: none,
    close: async () => undefined, // Whoever opened it closes it.
  };
}

type On = <T>(id: string, run: (id: string) => Promise<T>) => Promise<T | NotFound>;
type Beside = Pick<
  Bellhop,
  "usage" | "tree" | "screen" | "write" | "submit" | "closeStdin" | "sendKeys" | "paste" | "sendSecret" | "resize"
>;

function beside(bellhop: Bellhop, on: On): Beside {
  return {
    usage: (id) => on(id, (found) => bellhop.usage(found)),
    tree: (id) => on(id, (found) => bellhop.tree(found)),
    screen: (id, looking) => on(id, (found) => bellhop.screen(found, looking)),
    write: (id, data) => on(id, (found) => bellhop.write(found, data)),
    submit: (id, data) => on(id, (found) => bellhop.submit(found, data)),
    closeStdin: (id) => on(id, (found) => bellhop.closeStdin(found)),
    sendKeys: (id, keys) => on(id, (found) => bellhop.sendKeys(found, keys)),
    paste: (id, text) => on(id, (found) => bellhop.paste(found, text)),
    sendSecret: (id, secret, options) => on(id, (found) => bellhop.sendSecret(found, secret, options)),
    resize: (id, size) => on(id, (found) => bellhop.resize(found, size)),
  };
}

type Ownership = Pick<
  Bellhop,
  | "killAll"
  | "snapshotRunningIds"
  | "killStartedSince"
  | "transferOwnership"
  | "runningOwnedBy"
  | "hasActiveProcesses"
  | "hasAnyActive"
  | "countRunning"
>;

/** What a host does with tasks is not a caller's to do; it may count what is its own. */
function ownership({ own }: Means): Ownership {
  const refused = (): Promise<never> =>
    Promise.reject(new BellhopError("invalid_argument", "Tasks are swept and handed over by their host."));
  return {
    killAll: refused,
    killStartedSince: refused,
    transferOwnership: refused,
    snapshotRunningIds: async () => (await running(own)).map(({ sessionId }) => sessionId),
    runningOwnedBy: () => running(own),
    hasActiveProcesses: async () => (await running(own)).length > 0,
    hasAnyActive: async () => (await running(own)).length > 0,
    countRunning: async () => (await running(own)).length,
  };
}

async function running(own: OwnProcesses): Promise<readonly ListEntry[]> {
  return (await own.list()).filter(({ status }) => status === "running");
}

interface Means {
  readonly bellhop: Bellhop;
  readonly own: OwnProcesses;
  readonly options: McpOptions;
}

async function start({ bellhop, own, options }: Means, starting: StartOptions): Promise<StartedProcess> {
  judge(starting.command, options);
  if (starting.onExit !== undefined) judge(starting.onExit, options);
  const { sessionKey, ownerTaskId, caller } = options;
  try {
    return await bellhop.start({
      ...(caller && { caller }),
      ...starting,
      sessionKey,
      ...(ownerTaskId && { ownerTaskId }),
    });
  } catch (error) {
    throw await withoutStrangers(error, own);
  }
}

async function restart({ bellhop, options }: Means, id: string): Promise<StartedProcess | NotFound> {
  const view = await bellhop.get(id);
  if (view !== null) judge(view.command, options);
  return bellhop.restart(id);
}

function judge(command: string, { allow, deny }: McpOptions): void {
  const { allowed, reason } = judgeCommand(command, { allow, deny });
  if (!allowed) throw new BellhopError("invalid_argument", reason);
}

/** A name that a stranger's process has must not tell its id. */
async function withoutStrangers(error: unknown, own: OwnProcesses): Promise<unknown> {
  // Only such an error is about a name; a path that could not be entered may have an id in it.
  if (!isBellhopError(error) || error.code !== "invalid_argument") return error;
  for (const [id] of error.message.matchAll(/proc_[0-9a-f]+/g)) {
    if ((await own.find(id)) === null)
      return new BellhopError(
        error.code,
        "Somebody else's process that runs already has that name. Choose another name.",
      );
  }
  return error;
}

function notFound(id: string): NotFound {
  return { status: "not_found", error: `No process with ID ${id}` };
}

async function none(): Promise<readonly never[]> {
  return [];
}
